import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

import org.apache.oozie.cli.OozieCLI;
import org.apache.oozie.client.AuthOozieClient;

/**
 * Runs command lines of Oozie's client in one JVM. A request is a line of words in base64: cli and
 * its arguments; api and a call of ApiCalls with its arguments; or set, a system property and its
 * value. The answer is a line: exit status, then standard output and standard error in base64.
 */
public final class Client {
  private static final PrintStream ANSWERS = System.out;
  private static final ByteArrayOutputStream OUT = new ByteArrayOutputStream();
  private static final ByteArrayOutputStream ERR = new ByteArrayOutputStream();

  private Client() {}

  public static void main(String[] arguments) throws Exception {
    // As the main function of the client does it.
    System.setProperty(AuthOozieClient.USE_AUTH_TOKEN_CACHE_SYS_PROP, "true");
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      String[] words = line.split(" ");
      for (int i = 0; i < words.length; i++)
        words[i] = new String(Base64.getDecoder().decode(words[i]), StandardCharsets.UTF_8);
      OUT.reset();
      ERR.reset();
      // New ones each time: the client closes standard output after a log.
      System.setOut(new PrintStream(OUT, true, "UTF-8"));
      System.setErr(new PrintStream(ERR, true, "UTF-8"));
      int status = answer(words[0], Arrays.copyOfRange(words, 1, words.length));
      System.out.flush();
      System.err.flush();
      ANSWERS.println((status & 0xff) + " " + text(OUT) + " " + text(ERR));
      ANSWERS.flush();
    }
  }

  private static int answer(String what, String[] words) {
    try {
      switch (what) {
        case "cli": return new OozieCLI().run(words);
        case "api": System.out.println(ApiCalls.call(words)); return 0;
        case "set": System.setProperty(words[0], words[1]); return 0;
        default: throw new IllegalArgumentException(what);
      }
    } catch (Exception e) {
      System.err.println(e);
      return 1;
    }
  }

  private static String text(ByteArrayOutputStream bytes) {
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
