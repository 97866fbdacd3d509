package io.goodput.kafka;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;

/** A broker of Kafka in a process of its own. */
final class Broker {

  private static final Duration START = Duration.ofMinutes(1);

  private final Path folder;
  private final int port;
  private final Process process;

  /** Starts a broker that keeps its data in a new folder, and waits until it answers. */
  Broker(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    this.port = freePort();
    int controller = freePort();
    Path settings = folder.resolve("server.properties");
    Files.writeString(
        settings,
        """
        process.roles=broker,controller
        node.id=1
        controller.quorum.voters=1@127.0.0.1:%2$d
        controller.listener.names=CONTROLLER
        listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
        advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
        log.dirs=%3$s
        offsets.topic.replication.factor=1
        offsets.topic.num.partitions=1
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        transaction.state.log.num.partitions=1
        share.coordinator.state.topic.replication.factor=1
        group.initial.rebalance.delay.ms=0
        """
            .formatted(port, controller, folder.resolve("data")));
    int formatted =
        start(
                "kafka.tools.StorageTool",
                "format",
                "-t",
                Uuid.randomUuid().toString(),
                "-c",
                settings.toString())
            .waitFor();
    if (formatted != 0) {
      throw new IllegalStateException("The folder was not formatted: see " + log());
    }
    process = start("kafka.Kafka", settings.toString());
    try {
      await().atMost(START).ignoreExceptions().until(() -> !nodes().isEmpty());
    } catch (RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Process start(String program, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("broker.classpath"),
                program));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
        .start();
  }

  private Path log() {
    return folder.resolve("broker.log");
  }

  private List<?> nodes() throws Exception {
    try (Admin admin = admin()) {
      return List.copyOf(admin.describeCluster().nodes().get(5, TimeUnit.SECONDS));
    }
  }

  /** Where clients connect. */
  String address() {
    return "127.0.0.1:" + port;
  }

  Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", address()));
  }

  /** Creates a topic. */
  void create(String topic, int partitions) throws Exception {
    try (Admin admin = admin()) {
      admin
          .createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
          .all()
          .get(30, TimeUnit.SECONDS);
    }
  }

  /** Ends the process. */
  void stop() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
