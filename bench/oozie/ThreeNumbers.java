/**
 * Jetty 9.3, in which Oozie 5.2.1 runs, refuses a Java whose version has four numbers, as Debian's
 * security updates have. An agent that shortens it for the server.
 */
public final class ThreeNumbers {
  private ThreeNumbers() {}

  public static void premain(String options) {
    for (String name : new String[] {"java.version", "java.runtime.version"}) {
      String version = System.getProperty(name);
      System.setProperty(name, version.replaceAll("^([0-9]+[.][0-9]+[.][0-9]+).*", "$1"));
    }
  }
}
