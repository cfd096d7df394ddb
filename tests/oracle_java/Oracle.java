// Answers lines on standard input from Java's own calendar, its time zones and Quartz's cron
// expressions, one line each. Fields are separated by tabs, times are milliseconds since 1970.
//   V                  the version of Java's time zone database
//   Z id               "yes" when Java knows exactly this zone, else "no"
//   T id from to step  the changes of offset or daylight saving time found in these steps
//   O id at            offset and whether it is daylight saving time
//   A id at n unit     GregorianCalendar.add
//   E id at end        the boundary after it: DAY, WEEK or MONTH
//   C expr id at n     the n fires after it; "error" when refused, "broken" when Quartz throws
// "bench SECONDS" as arguments: reads C lines, then repeats them and prints fires per second.
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.text.ParseException;
import java.time.zone.ZoneRulesProvider;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.quartz.CronExpression;

public final class Oracle {
  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    if (args.length == 2 && args[0].equals("bench")) {
      bench(in, Double.parseDouble(args[1]));
      return;
    }
    BufferedWriter out = new BufferedWriter(new OutputStreamWriter(System.out, "UTF-8"));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.write(answer(line.split("\t", -1)));
      out.newLine();
    }
    out.flush();
  }

  private static String answer(String[] f) {
    switch (f[0]) {
      case "V":
        return ZoneRulesProvider.getVersions("UTC").lastKey();
      case "Z":
        return TimeZone.getTimeZone(f[1]).getID().equals(f[1]) ? "yes" : "no";
      case "T":
        return transitions(zone(f[1]), number(f[2]), number(f[3]), number(f[4]));
      case "O":
        return state(zone(f[1]), number(f[2]));
      case "A":
        return add(calendar(f[1], f[2]), Integer.parseInt(f[3]), f[4]);
      case "E":
        return end(calendar(f[1], f[2]), f[3]);
      case "C":
        return fires(f[1], zone(f[2]), number(f[3]), Integer.parseInt(f[4]));
      default:
        throw new IllegalArgumentException("an unknown kind of line: " + f[0]);
    }
  }

  private static long number(String text) {
    return Long.parseLong(text);
  }

  private static TimeZone zone(String id) {
    return TimeZone.getTimeZone(id);
  }

  private static String state(TimeZone zone, long at) {
    return zone.getOffset(at) + " " + (zone.inDaylightTime(new Date(at)) ? 1 : 0);
  }

  /** The first moment of each new state; states are compared in steps, then the change is halved. */
  private static String transitions(TimeZone zone, long from, long to, long step) {
    StringBuilder out = new StringBuilder();
    String before = state(zone, from);
    out.append(from).append(' ').append(before);
    long beforeOffset = zone.getOffset(from);
    for (long at = from + step; at <= to; at += step) {
      long offset = zone.getOffset(at);
      if (offset == beforeOffset) {
        continue;
      }
      long low = at - step;
      long high = at;
      while (high - low > 1000) {
        long middle = (low + high) / 2000 * 1000;
        if (zone.getOffset(middle) == beforeOffset) {
          low = middle;
        } else {
          high = middle;
        }
      }
      out.append(';').append(high).append(' ').append(state(zone, at));
      beforeOffset = offset;
    }
    return out.toString();
  }

  private static Calendar calendar(String id, String at) {
    Calendar out = new GregorianCalendar(zone(id), Locale.US);
    out.setTimeInMillis(number(at));
    return out;
  }

  private static String add(Calendar calendar, int count, String unit) {
    int field;
    switch (unit) {
      case "MINUTE": field = Calendar.MINUTE; break;
      case "HOUR": field = Calendar.HOUR; break;
      case "DAY": field = Calendar.DATE; break;
      case "WEEK": field = Calendar.DATE; count *= 7; break;
      case "MONTH": field = Calendar.MONTH; break;
      default: field = Calendar.YEAR;
    }
    calendar.add(field, count);
    return Long.toString(calendar.getTimeInMillis());
  }

  private static String end(Calendar calendar, String boundary) {
    switch (boundary) {
      case "DAY":
        calendar.add(Calendar.DAY_OF_MONTH, 1);
        break;
      case "WEEK":
        calendar.add(Calendar.WEEK_OF_YEAR, 1);
        calendar.set(Calendar.DAY_OF_WEEK, calendar.getFirstDayOfWeek());
        break;
      default:
        calendar.add(Calendar.MONTH, 1);
        calendar.set(Calendar.DAY_OF_MONTH, 1);
    }
    calendar.set(Calendar.HOUR_OF_DAY, 0);
    calendar.set(Calendar.MINUTE, 0);
    calendar.set(Calendar.SECOND, 0);
    calendar.set(Calendar.MILLISECOND, 0);
    return Long.toString(calendar.getTimeInMillis());
  }

  /** Five fields as the expressions of six that Quartz is given: one, or two whose earlier counts. */
  private static List<CronExpression> parse(String text, TimeZone zone) throws ParseException {
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

  private static Date next(List<CronExpression> every, Date after) {
    Date next = every.get(0).getNextValidTimeAfter(after);
    if (every.size() == 1) {
      return next;
    }
    Date other = every.get(1).getNextValidTimeAfter(after);
    return next.compareTo(other) < 0 ? next : other;  // throws where one never comes
  }

  private static String fires(String text, TimeZone zone, long at, int count) {
    List<CronExpression> every;
    try {
      every = parse(text, zone);
    } catch (ParseException error) {
      return "error";
    }
    StringBuilder out = new StringBuilder();
    try {
      Date last = new Date(at);
      for (int i = 0; i < count; ++i) {
        last = next(every, last);
        if (last == null) {
          return out.append(" end").toString().trim();
        }
        out.append(i == 0 ? "" : " ").append(last.getTime());
      }
    } catch (RuntimeException error) {
      return out.append(" broken").toString().trim();
    }
    return out.toString();
  }

  private static void bench(BufferedReader in, double seconds) throws Exception {
    List<List<CronExpression>> all = new ArrayList<>();
    List<Date> starts = new ArrayList<>();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] f = line.split("\t", -1);
      all.add(parse(f[1], zone(f[2])));
      starts.add(new Date(number(f[3])));
    }
    long count = 0;
    for (int round = 0; round < 2; ++round) {  // the first one warms up
      count = 0;
      long until = System.nanoTime() + (long) (seconds * 1e9);
      while (System.nanoTime() < until) {
        for (int i = 0; i < all.size(); ++i) {
          Date at = starts.get(i);
          for (int n = 0; n < 10; ++n) {
            at = next(all.get(i), at);
          }
          count += 10;
        }
      }
    }
    System.out.printf(Locale.US, "Quartz 2.3.2 on Java %s: %.0f next fires/s%n",
        System.getProperty("java.version"), count / seconds);
  }
}
