package io.goodput.cli.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.CommandRun;
import io.goodput.cli.TargetFolder;
import io.goodput.cli.TestNodes;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("Commands, on a node that encrypts and asks for the client's certificate")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsIT {

  private static final int PORT = 9386;
  private static final String PASSWORD = "of the store";

  private final Path folder = TargetFolder.create().toAbsolutePath();
  private final String node = folder.resolve("node.p12").toString();
  private final String client = folder.resolve("client.p12").toString();

  @AutoClose("kill")
  private final Cluster cluster = startedCluster();

  TlsIT() throws IOException, InterruptedException {}

  private Cluster startedCluster() throws IOException, InterruptedException {
    createStore(node, "ip:127.0.0.1");
    createStore(client, "dns:client");
    trust(node, client);
    trust(client, node);
    NodeOptions options =
        TestNodes.withPlugin()
            .withSetting(
                "client_encryption_options",
                Map.of(
                    "enabled", true,
                    "optional", false,
                    "keystore", node,
                    "keystore_password", PASSWORD,
                    "require_client_auth", true,
                    "truststore", node,
                    "truststore_password", PASSWORD));
    return Cluster.start(TestNodes.on(PORT, folder).withOptions(options));
  }

  private static void createStore(String file, String subject)
      throws IOException, InterruptedException {
    keytool(
        "-genkeypair -keyalg EC -validity 2 -storetype PKCS12 -dname CN=test -alias own",
        "-ext",
        "san=" + subject,
        "-keystore",
        file);
  }

  private static void trust(String store, String other) throws IOException, InterruptedException {
    String certificate = other + ".crt";
    keytool("-exportcert -alias own", "-file", certificate, "-keystore", other);
    keytool("-importcert -noprompt -alias other", "-file", certificate, "-keystore", store);
  }

  private static void keytool(String words, String... arguments)
      throws IOException, InterruptedException {
    String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command =
        Stream.of(
                Stream.of(tool),
                Stream.of(words.split(" ")),
                Stream.of(arguments),
                Stream.of("-storepass", PASSWORD))
            .flatMap(part -> part)
            .toList();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private CommandRun top(String... options) {
    String port = "--port=" + cluster.node(1).contactPoint().getPort();
    return CommandRun.of(
        Stream.concat(Stream.of("top", "--once", port), Stream.of(options)).toArray(String[]::new));
  }

  @Test
  void top_withBothStores_connects() {
    CommandRun run = top(bothStoresAnd());

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
  }

  @Test
  void top_withoutTls_namesTheOption() {
    CommandRun run = top();

    assertThat(run.err()).contains("give --tls if the cluster encrypts");
    assertThat(run.exit()).isEqualTo(2);
  }

  @Test
  void top_withoutTheIssuer_namesTheTruststore() {
    CommandRun run = top("--tls");

    assertThat(run.err()).contains("TLS with the cluster fails").contains("--truststore");
    assertThat(run.exit()).isEqualTo(2);
  }

  @Test
  void top_wrongPassword_namesTheOptionAndTheFile() {
    CommandRun run = top("--truststore", client, "--truststore-password", "another");

    assertThat(run.err())
        .startsWith("goodput: " + client + " cannot be read")
        .endsWith("give its password with --truststore-password.\n");
    assertThat(run.exit()).isEqualTo(2);
  }

  @Test
  void top_truststoreWithoutItsPassword_namesTheOptionAndTheFile() {
    assertThat(top("--truststore", client))
        .isEqualTo(
            new CommandRun(
                2,
                "",
                "goodput: %s has no entries that can be read: give its password with"
                        .formatted(client)
                    + " --truststore-password.\n"));
  }

  @Test
  void top_truststoreWithoutKeystore_namesTheKeystore() {
    CommandRun run = top("--truststore", client, "--truststore-password", PASSWORD);

    assertThat(run.err()).startsWith("goodput: ").contains("--keystore").hasLineCount(1);
    assertThat(run.exit()).isEqualTo(2);
  }

  @Test
  void top_hostThatTheCertificateDoesNotName_fails() {
    CommandRun run = top(bothStoresAnd("--hosts", "localhost"));

    assertThat(run.err()).contains("TLS with the cluster fails").contains("localhost");
    assertThat(run.exit()).isEqualTo(2);
  }

  @Test
  void top_hostThatTheCertificateDoesNotName_connectsWithoutTheCheck() {
    CommandRun run = top(bothStoresAnd("--hosts", "localhost", "--no-hostname-check"));

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
  }

  private String[] bothStoresAnd(String... options) {
    return Stream.concat(
            Stream.of(
                "--truststore",
                client,
                "--truststore-password",
                PASSWORD,
                "--keystore",
                client,
                "--keystore-password",
                PASSWORD),
            Stream.of(options))
        .toArray(String[]::new);
  }

  @Test
  void top_noSuchFile_namesTheOptionAndTheFile() {
    assertThat(top("--keystore", "nowhere.p12"))
        .isEqualTo(
            new CommandRun(
                2,
                "",
                "goodput: There is no file nowhere.p12: name another one with --keystore.\n"));
  }
}
