import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Properties;

/** What step.sh does, as a Java program of a user's. */
public class Step {
  private static void note(Path ledger, String what) throws Exception {
    String run = System.getenv().getOrDefault("FOLIOT_RUN", "");
    Files.writeString(ledger, what + " " + run + "\n", StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  public static void main(String[] args) throws Exception {
    Path step = Path.of(args[0]);
    note(step.resolve("ledger"), "begin");
    Path gate = step.resolve("gate");
    if (Files.exists(gate)) {
      try (FileInputStream in = new FileInputStream(gate.toFile())) {
        in.read();
      }
    }
    note(step.resolve("ledger"), "end");
    String output = System.getProperty("oozie.action.output.properties");
    if (output != null) {
      Properties told = new Properties();
      told.setProperty("told", "by " + step.getFileName());
      told.setProperty("option", System.getProperty("kinds.option", ""));
      told.setProperty("action", System.getProperty("oozie.action.id"));
      try (var out = Files.newOutputStream(Path.of(output))) {
        told.store(out, "");
      }
    }
    Path status = step.resolve("status");
    if (Files.exists(status)) {
      System.err.println("it went wrong as it should");
      System.exit(Integer.parseInt(Files.readString(status).trim()));
    }
  }
}
