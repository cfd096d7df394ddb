// Oozie's cron expressions of five fields, read and asked by Quartz.
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.TimeZone;
import org.quartz.CronExpression;

final class FiveFields {
  private FiveFields() {}

  /** Five fields as the expressions of six that Quartz is given: one, or two whose earlier counts. */
  static List<CronExpression> parse(String text, TimeZone zone) throws ParseException {
    String[] fields = text.split(" ");
    if (fields.length != 5) {
      throw new ParseException("fields", 0);
    }
    for (String field : fields) {
      if (field.isEmpty()) {
        throw new ParseException("blanks", 0);
      }
    }
    String days = fields[2];
    String weekdays = fields[4];
    // The checks of a submission: each kind of days alone.
    read(fields, weekdays.equals("?") ? days : "?", weekdays, zone);
    read(fields, days, days.equals("?") ? weekdays : "?", zone);
    List<CronExpression> out = new ArrayList<>();
    if (days.equals("?") || weekdays.equals("?")) {
      out.add(read(fields, days, weekdays, zone));
    } else if (days.equals("*")) {
      out.add(read(fields, "?", weekdays, zone));
    } else if (weekdays.equals("*")) {
      out.add(read(fields, days, "?", zone));
    } else {
      out.add(read(fields, "?", weekdays, zone));
      out.add(read(fields, days, "?", zone));
    }
    return out;
  }

  private static CronExpression read(String[] f, String days, String weekdays, TimeZone zone)
      throws ParseException {
    CronExpression out =
        new CronExpression("0 " + f[0] + " " + f[1] + " " + days + " " + f[3] + " " + weekdays);
    out.setTimeZone(zone);
    return out;
  }

  /** The first fire after `after`, or null; throws where one of two never comes. */
  static Date next(List<CronExpression> every, Date after) {
    Date next = every.get(0).getNextValidTimeAfter(after);
    if (every.size() == 1) {
      return next;
    }
    Date other = every.get(1).getNextValidTimeAfter(after);
    return next.compareTo(other) < 0 ? next : other;
  }
}
