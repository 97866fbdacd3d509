package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.ClusterException;
import io.goodput.lab.nodes.ClusterSpec;
import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The start of a node")
class StartIT {

  private static final String HANDLER =
      "-Dcassandra.custom_query_handler_class=io.goodput.cassandra.GoodputQueryHandler";

  /** The modules that Cassandra needs; a JDK has more, such as jdk.attach and jdk.compiler. */
  private static final String JRE_MODULES =
      "java.se,jdk.unsupported,jdk.management,jdk.management.agent,jdk.crypto.ec,"
          + "jdk.naming.dns,jdk.internal.jvmstat";

  /** Options that may take a while to prepare, or that this platform does not have. */
  private interface Environment {
    NodeOptions options() throws IOException;
  }

  private static Arguments environment(String name, Environment environment) {
    return argumentSet(name, environment);
  }

  static List<Arguments> environments() {
    return List.of(
        environment(
            "JVM that no process may attach to",
            () -> Nodes.withPlugin().withJvmArgument("-XX:+DisableAttachMechanism")),
        environment(
            "JRE without jdk.attach and jdk.compiler",
            () -> Nodes.withPlugin().withJavaHome(JavaRuntime.linked(JRE_MODULES))),
        environment("Java 11", () -> Nodes.withPlugin().withJavaHome(JavaRuntime.eleven())),
        environment(
            "Java 21",
            () ->
                Nodes.withPlugin()
                    .withJavaHome(JavaRuntime.twentyOne())
                    .withJvmArgument("-Djava.security.manager=allow")),
        environment(
            "temporary folder that is read-only",
            () -> Nodes.withPlugin().withJvmArgument("-Djava.io.tmpdir=/proc")));
  }

  @ParameterizedTest
  @MethodSource("environments")
  @Tag("slow")
  void start_unusualEnvironment_isProtectedWithoutErrors(Environment environment)
      throws IOException {
    try (DedicatedNode server = DedicatedNode.start(environment.options())) {
      assertProtected(server);
      assertThat(server.logged("oodput")).noneMatch(line -> line.startsWith("ERROR"));
    }
  }

  static List<Arguments> settings() {
    return List.of(
        argumentSet("no file", (Preparation) file -> {}, List.of()),
        argumentSet("an empty file", content(""), List.of()),
        argumentSet(
            "invalid lines",
            content(
                """
                partition_counter: 1024
                enforce_limits: 1
                partition_counters: 67108864
                hot_partitions: .nan
                warm_chunks_per_second: -5
                client_timeout_reads: 500
                """),
            List.of(
                "goodput.yaml: unknown key 'partition_counter'; the keys are enforce_limits,",
                "goodput.yaml: enforce_limits must be true or false, not '1'; true holds",
                "goodput.yaml: partition_counters must be a power of two from 1024 to 4194304,"
                    + " at most a quarter of this node's heap, not '67108864'; 65536 holds",
                "goodput.yaml: hot_partitions must be a whole number from 0 to 10000, not 'NaN';",
                "goodput.yaml: warm_chunks_per_second must be a whole number from 1 to 1000000,"
                    + " not '-5'; 2000 holds",
                "goodput.yaml: client_timeout_reads must be a time above zero with its unit, such as"
                    + " 500ms or 2s, not '500'; Cassandra's own timeout holds")));
  }

  static List<Arguments> unusableFiles() {
    String url = "/other/goodput.yaml";
    return List.of(
        argumentSet(
            "a list",
            content("- enforce_limits"),
            List.of(url + " must hold 'key: value' lines; the default settings hold")),
        argumentSet(
            "not YAML",
            content("enforce_limits: ["),
            List.of(url + " is not valid YAML (while parsing a flow node); the default")),
        argumentSet(
            "a folder",
            (Preparation) Files::createDirectory,
            List.of(url + " cannot be read (java.io.IOException: Is a directory); the default")),
        argumentSet(
            "an unreadable file",
            (Preparation) file -> Files.createSymbolicLink(file, Path.of("/proc/self/mem")),
            List.of(url + " cannot be read (java.io.IOException: Input/output error); the")));
  }

  /** Prepares goodput.yaml, or leaves it out. */
  private interface Preparation {
    void at(Path file) throws IOException;
  }

  private static Preparation content(String yaml) {
    return file -> Files.writeString(file, yaml);
  }

  @DisplayName("A goodput.yaml that cannot be used is one sentence in the log, and defaults hold")
  @ParameterizedTest
  @MethodSource("unusableFiles")
  @Tag("slow")
  void start_unusableFile_isProtectedAndSaysSoOnce(Preparation settings, List<String> sentences)
      throws IOException {
    start_settingsFile_isProtectedAndEachMistakeIsLoggedOnce(settings, sentences);
  }

  @DisplayName("Each mistake in goodput.yaml is one sentence in the log, and defaults hold")
  @ParameterizedTest
  @MethodSource("settings")
  void start_settingsFile_isProtectedAndEachMistakeIsLoggedOnce(
      Preparation settings, List<String> sentences) throws IOException {
    ClusterSpec spec = Nodes.dedicated();
    Path configuration = spec.directory().resolve("node1").resolve("conf").toAbsolutePath();
    Path other = Files.createDirectory(spec.directory().resolve("other")).toAbsolutePath();
    Path cassandraYaml =
        Files.createSymbolicLink(
            other.resolve("cassandra.yaml"), configuration.resolve("cassandra.yaml"));
    settings.at(other.resolve("goodput.yaml"));

    try (DedicatedNode server =
        DedicatedNode.start(
            spec.withOptions(
                Nodes.withPlugin()
                    .withJvmArgument("-Dcassandra.config=" + cassandraYaml.toUri())))) {
      assertProtected(server);
      List<String> errors =
          server.logged("oodput").stream().filter(line -> line.startsWith("ERROR")).toList();
      assertThat(errors).hasSameSizeAs(sentences);
      for (String sentence : sentences) {
        assertThat(errors).filteredOn(line -> line.contains(sentence)).as(sentence).hasSize(1);
      }
    }
  }

  @Test
  @DisplayName("A node without the jar, but with the option, ends and names the class")
  void start_jarRemovedAndOptionKept_endsWithReason() {
    ClusterSpec spec = Nodes.dedicated().withOptions(Nodes.stock().withJvmArgument(HANDLER));

    assertThatThrownBy(() -> Cluster.start(spec))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining(
            "Cannot use class io.goodput.cassandra.GoodputQueryHandler as query handler");
  }

  private static void assertProtected(DedicatedNode server) {
    Cql cql = server.cql();
    cql.run("CREATE TABLE t (k int PRIMARY KEY) WITH " + RateLimit.reads(0));

    cql.assertRejected("reads", "t", () -> cql.run("SELECT * FROM t WHERE k = 1"));
  }
}
