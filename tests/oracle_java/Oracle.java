// Answers lines on standard input from Java's own calendar, its time zones and Quartz's cron
// expressions, one line each. Fields are separated by tabs, times are milliseconds since 1970.
//   V                  the version of Java's time zone database
//   Z id               "yes" when Java knows exactly this zone, else "no"
//   T id from to step  the changes of offset or daylight saving time found in these steps
//   O id at            offset and whether it is daylight saving time
//   A id at n unit     GregorianCalendar.add
//   E id at end        the boundary after it: DAY, WEEK or MONTH
//   C expr id at n     the n fires after it; "error" and Oozie's code when refused, "broken" when
//                      Quartz throws
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.text.ParseException;
import java.time.zone.ZoneRulesProvider;
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

  private static String fires(String text, TimeZone zone, long at, int count) {
    List<CronExpression> every;
    try {
      every = FiveFields.parse(text, zone);
    } catch (ParseException error) {
      return "error E1003";
    }
    StringBuilder out = new StringBuilder();
    try {
      Date last = new Date(at);
      for (int i = 0; i < count; ++i) {
        last = FiveFields.next(every, last);
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
}
