// What Quartz's cron expressions and the expression language of commons-el do in a second, for
// bench_language. Reads lines whose fields are separated by tabs:
//   property name value       a job property: a variable, and what wf:conf and coord:conf give
//   fact name value           what the functions without arguments give: user, wf:id, ...
//   rounds fires n            how often all cron expressions are asked; each for ten fires
//   rounds texts n            how often all texts of a group are evaluated
//   repeats n                 how often each is measured; the best counts
//   fire zone start text      a cron expression
//   text group text           a text with expressions
// and prints:
//   java version
//   fire i at                 the tenth fire of the i-th cron expression
//   fires zone rate           fires per second
//   value i text              of the i-th text
//   texts group kept rate     evaluations per second of texts that were read before
//   texts group read rate     evaluations per second, each reading its text
// Everything is done as often before it is measured, which warms the compiler up.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import javax.servlet.jsp.el.ELException;
import javax.servlet.jsp.el.ExpressionEvaluator;
import javax.servlet.jsp.el.VariableResolver;
import org.apache.commons.el.ExpressionEvaluatorImpl;
import org.quartz.CronExpression;

public final class Language {
  private static final int FIRES = 10;

  private final Map<String, List<List<CronExpression>>> crons = new LinkedHashMap<>();
  private final Map<String, List<Date>> starts = new LinkedHashMap<>();
  private final Map<String, List<String>> groups = new LinkedHashMap<>();
  private int fireRounds;
  private int textRounds;
  private int repeats = 1;

  /** What is measured; gives something that depends on all results. */
  private interface Work {
    long run() throws Exception;
  }

  public static void main(String[] args) throws Exception {
    Language all = new Language();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      all.read(line.split("\t", -1));
    }
    print("java", System.getProperty("java.version"));
    all.answerFires();
    all.answerTexts();
  }

  private void read(String[] f) throws Exception {
    switch (f[0]) {
      case "property":
        Functions.properties.put(f[1], f[2]);
        break;
      case "fact":
        Functions.facts.put(f[1], f[2]);
        break;
      case "rounds":
        if (f[1].equals("fires")) {
          fireRounds = Integer.parseInt(f[2]);
        } else {
          textRounds = Integer.parseInt(f[2]);
        }
        break;
      case "repeats":
        repeats = Integer.parseInt(f[1]);
        break;
      case "fire":
        crons.computeIfAbsent(f[1], id -> new ArrayList<>())
            .add(FiveFields.parse(f[3], TimeZone.getTimeZone(f[1])));
        starts.computeIfAbsent(f[1], id -> new ArrayList<>())
            .add(new Date(Long.parseLong(f[2])));
        break;
      case "text":
        groups.computeIfAbsent(f[1], name -> new ArrayList<>()).add(f[2]);
        break;
      default:
        throw new IllegalArgumentException("an unknown kind of line: " + f[0]);
    }
  }

  private static void print(Object... fields) {
    StringBuilder out = new StringBuilder();
    for (Object field : fields) {
      out.append(out.length() == 0 ? "" : "\t").append(field);
    }
    System.out.println(out);
  }

  /** How many of `count` a second, in the best of all repeats. */
  private double rate(long count, Work work) throws Exception {
    long expected = work.run();
    double best = 0;
    for (int i = 0; i < repeats; ++i) {
      long from = System.nanoTime();
      long result = work.run();
      long took = System.nanoTime() - from;
      if (result != expected) {
        throw new IllegalStateException("the same work has another result");
      }
      best = Math.max(best, count * 1e9 / took);
    }
    return best;
  }

  private static Date tenth(List<CronExpression> every, Date start) {
    Date at = start;
    for (int n = 0; n < FIRES; ++n) {
      at = FiveFields.next(every, at);
    }
    return at;
  }

  private void answerFires() throws Exception {
    int index = 0;
    for (String zone : crons.keySet()) {
      List<List<CronExpression>> every = crons.get(zone);
      List<Date> from = starts.get(zone);
      for (int i = 0; i < every.size(); ++i) {
        print("fire", index++, tenth(every.get(i), from.get(i)).getTime());
      }
      long count = (long) fireRounds * every.size() * FIRES;
      print("fires", zone, rate(count, () -> {
        long sum = 0;
        for (int round = 0; round < fireRounds; ++round) {
          for (int i = 0; i < every.size(); ++i) {
            sum += tenth(every.get(i), from.get(i)).getTime();
          }
        }
        return sum;
      }));
    }
  }

  private void answerTexts() throws Exception {
    ExpressionEvaluator kept = new ExpressionEvaluatorImpl();
    ExpressionEvaluator read = new ExpressionEvaluatorImpl(true);
    int index = 0;
    for (List<String> texts : groups.values()) {
      for (String text : texts) {
        print("value", index++, evaluate(kept, text));
      }
    }
    for (String group : groups.keySet()) {
      List<String> texts = groups.get(group);
      long count = (long) textRounds * texts.size();
      print("texts", group, "kept", rate(count, () -> evaluateAll(kept, texts)));
      print("texts", group, "read", rate(count, () -> evaluateAll(read, texts)));
    }
  }

  private long evaluateAll(ExpressionEvaluator by, List<String> texts) throws ELException {
    long bytes = 0;
    for (int round = 0; round < textRounds; ++round) {
      for (String text : texts) {
        bytes += evaluate(by, text).length();
      }
    }
    return bytes;
  }

  private static final VariableResolver VARIABLES = Functions.properties::get;

  private static String evaluate(ExpressionEvaluator by, String text) throws ELException {
    return (String) by.evaluate(text, String.class, VARIABLES, Functions.BY_NAME);
  }
}
