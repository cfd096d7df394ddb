import java.util.Properties;

import org.apache.oozie.client.AuthOozieClient;
import org.apache.oozie.client.JMSConnectionInfo;
import org.apache.oozie.client.OozieClient;

/** Calls of Oozie's Java interface that its command line does not make. */
final class ApiCalls {
  private ApiCalls() {}

  /** The result of the call words[0] of the server words[1], with the arguments that follow. */
  static String call(String[] words) throws Exception {
    OozieClient client = new AuthOozieClient(words[1], "SIMPLE");
    switch (words[0]) {
      case "getJobId": return client.getJobId(words[2]);
      case "getJMSConnectionInfo": return show(client.getJMSConnectionInfo());
      case "getJMSTopicName": return client.getJMSTopicName(words[2]);
      case "getStatus": return client.getStatus(words[2]);
      case "createConfiguration": return client.createConfiguration().toString();
      case "run": return run(client, words[2], words[3]);
      case "doAs": return doAs(client, words[2], words[3]);
      case "header": return withHeader(client, words[2]);
      default: throw new IllegalArgumentException(words[0]);
    }
  }

  private static String show(JMSConnectionInfo info) {
    return info == null ? "null" : info.getTopicPrefix() + " " + info.getJNDIProperties();
  }

  /** Runs the workflow at path with an id of the client's own; gives the server's. */
  private static String run(OozieClient client, String path, String externalId) throws Exception {
    Properties job = client.createConfiguration();
    job.setProperty(OozieClient.APP_PATH, path);
    if (!externalId.isEmpty()) job.setProperty(OozieClient.EXTERNAL_ID, externalId);
    return client.run(job);
  }

  /** Runs the workflow at path in the name of user; gives whose it is then. */
  private static String doAs(OozieClient client, String user, String path) throws Exception {
    String job = OozieClient.doAs(user, () -> run(client, path, ""));
    return client.getJobInfo(job).getUser();
  }

  private static String withHeader(OozieClient client, String job) throws Exception {
    client.setHeader("X-Cost-Centre", "Zürich 7, \"north\"");
    client.setHeader("X-Empty", "");
    client.setHeader("Accept-Language", "de-CH, de;q=0.9");
    return client.getHeader("X-Cost-Centre") + " " + client.getJobInfo(job).getId();
  }
}
