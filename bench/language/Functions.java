// Functions of Oozie's expressions for commons-el: the names and meanings that bench_language uses,
// each as quick as Java easily makes it.
import java.lang.reflect.Method;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.servlet.jsp.el.FunctionMapper;

public final class Functions {
  static final Map<String, String> properties = new HashMap<>();
  static final Map<String, String> facts = new HashMap<>();

  private static final Map<String, Method> METHODS = new HashMap<>();
  private static final Map<String, DateTimeFormatter> PATTERNS = new ConcurrentHashMap<>();
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm'Z'");

  static {
    for (Method method : Functions.class.getMethods()) {
      if (method.getDeclaringClass() == Functions.class) {
        METHODS.put(method.getName().replace('_', ':'), method);
      }
    }
  }

  static final FunctionMapper BY_NAME =
      (prefix, name) -> METHODS.get(prefix.isEmpty() ? name : prefix + ":" + name);

  private Functions() {}

  public static String wf_conf(String name) {
    return properties.get(name);
  }

  public static String wf_user() {
    return facts.get("user");
  }

  public static String wf_id() {
    return facts.get("wf:id");
  }

  public static String wf_name() {
    return facts.get("wf:name");
  }

  public static int wf_run() {
    return 0;
  }

  public static String wf_lastErrorNode() {
    return "";
  }

  public static Map<String, String> wf_actionData(String node) {
    Map<String, String> data = new HashMap<>();
    data.put("rows", facts.get("rows"));
    return data;
  }

  public static String concat(String left, String right) {
    return left + right;
  }

  public static String trim(String text) {
    return text.trim();
  }

  public static String coord_conf(String name) {
    return properties.get(name);
  }

  public static String coord_user() {
    return facts.get("user");
  }

  public static String coord_name() {
    return facts.get("coord:name");
  }

  public static String coord_actionId() {
    return facts.get("coord:actionId");
  }

  public static String coord_nominalTime() {
    return facts.get("coord:nominalTime");
  }

  public static String coord_dateOffset(String time, int count, String unit) {
    return time(time).plus(count, ChronoUnit.valueOf(unit + "S")).format(TIME);
  }

  public static String coord_dateTzOffset(String time, String zone) {
    return time(time).atOffset(ZoneOffset.UTC).atZoneSameInstant(ZoneId.of(zone)).format(TIME);
  }

  public static String coord_formatTime(String time, String pattern) {
    return time(time).format(PATTERNS.computeIfAbsent(
        pattern, text -> DateTimeFormatter.ofPattern(text, Locale.US)));
  }

  public static String coord_epochTime(String time, String millis) {
    long seconds = time(time).toEpochSecond(ZoneOffset.UTC);
    return Long.toString(Boolean.parseBoolean(millis) ? seconds * 1000 : seconds);
  }

  private static LocalDateTime time(String text) {
    return LocalDateTime.parse(text, TIME);
  }
}
