package io.goodput.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import io.goodput.cli.CommandRun;
import io.goodput.cli.TestNodes;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.ClusterSpec;
import io.goodput.lab.nodes.Installation;
import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("goodput install and uninstall")
class InstallIT {

  private static final int PORT = 9392;

  private static final String HANDLER = "io.goodput.cassandra.GoodputQueryHandler";

  private static final String SET = "-Dcassandra.custom_query_handler_class=" + HANDLER;

  private static final String OPTIONS = "# Options of the JVM\n-XX:+AlwaysPreTouch\n-Xss256k\n";

  /** How the folders of a Cassandra are laid out. */
  enum Layout {
    TARBALL("opt/my cassandra/lib", "opt/my cassandra", "opt/my cassandra/conf"),
    DEBIAN("usr/share/cassandra", "usr/share/cassandra", "etc/cassandra");

    private final String jar;
    private final String home;
    private final String configuration;

    Layout(String jar, String home, String configuration) {
      this.jar = jar;
      this.home = home;
      this.configuration = configuration;
    }
  }

  /** On the file system of Cassandra's jars, so that links can stand for copies. */
  static final class InTarget implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
        throws IOException {
      Path parent = Files.createDirectories(Path.of("target", "installs").toAbsolutePath());
      return Files.createTempDirectory(parent, "root");
    }
  }

  @TempDir(factory = InTarget.class)
  private Path root;

  private final Installation installation = Installation.locate();
  private Layout layout = Layout.TARBALL;

  private Path home() {
    return root.resolve(layout.home);
  }

  private Path lib() {
    return home().resolve("lib");
  }

  private Path configuration() {
    return root.resolve(layout.configuration);
  }

  private Path options() {
    return configuration().resolve("jvm-server.options");
  }

  @BeforeEach
  void tarball() throws IOException {
    layOut(Layout.TARBALL);
  }

  /** Cassandra's jars as a release has them on disk. */
  private void layOut(Layout wanted) throws IOException {
    layout = wanted;
    Files.createDirectories(lib());
    Files.createDirectories(configuration());
    try (Stream<Path> jars = Files.list(installation.cassandraLib())) {
      for (Path jar : jars.toList()) {
        String name = jar.getFileName().toString();
        Path folder = name.startsWith("cassandra-all-") ? root.resolve(layout.jar) : lib();
        Path link = folder.resolve(name.replace("cassandra-all-", "apache-cassandra-"));
        if (!Files.exists(link)) {
          Files.createLink(link, jar);
        }
      }
    }
    Files.writeString(configuration().resolve("cassandra.yaml"), "cluster_name: 'Test Cluster'\n");
    Files.writeString(options(), OPTIONS);
  }

  private CommandRun run(String command, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "--cassandra-home",
                home().toString(),
                "--config",
                configuration().toString()));
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.sorted().toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  void install_layout_protectsANodeAndUninstallLeavesNothing(Layout wanted) throws IOException {
    layOut(wanted);
    List<Path> before = files();

    assertThat(run("install").exit()).isZero();

    CommandRun doctor = run("doctor");
    assertThat(doctor.exit()).isZero();
    assertThat(doctor.out())
        .startsWith("Nothing is wrong.\nLooked at %s, ".formatted(options()))
        .endsWith("'goodput doctor HOST' asks the node itself.\n");
    assertProtected();

    assertThat(run("uninstall", "--purge").exit()).isZero();
    assertThat(files()).isEqualTo(before);
    assertThat(options()).hasContent(OPTIONS);
  }

  /** The node has the jars and the options that are on disk. */
  private void assertProtected() throws IOException {
    NodeOptions options = TestNodes.stock();
    for (String line : Files.readAllLines(options())) {
      options = line.startsWith("-D") ? options.withJvmArgument(line) : options;
    }
    Path jar =
        root.resolve(layout.jar)
            .resolve("apache-cassandra-" + installation.cassandraVersion() + ".jar");
    ClusterSpec spec =
        ClusterSpec.of(lib(), root.resolve("node"))
            .withNativePort(PORT)
            .withOptions(options.withClasspathFirst(jar));
    try (Cluster cluster = Cluster.start(spec);
        CqlSession session =
            CqlSession.builder()
                .addContactPoint(cluster.node(1).contactPoint())
                .withConfigLoader(LoginOptions.configuration())
                .build()) {
      for (String statement :
          List.of(
              "CREATE KEYSPACE ks WITH replication ="
                  + " {'class': 'NetworkTopologyStrategy', 'replication_factor': 1}",
              "CREATE TABLE ks.t (k int PRIMARY KEY)"
                  + " WITH per_partition_rate_limit = {'max_reads_per_second': 0}")) {
        session.execute(SimpleStatement.newInstance(statement).setTimeout(Duration.ofSeconds(20)));
      }
      assertThatThrownBy(() -> session.execute("SELECT * FROM ks.t WHERE k = 1"))
          .isInstanceOf(InvalidConfigurationInQueryException.class);
    }
    deleteNode();
  }

  private void deleteNode() throws IOException {
    try (Stream<Path> all = Files.walk(root.resolve("node"))) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void install_twice_changesNothing() throws IOException {
    assertThat(run("install").exit()).isZero();
    List<Path> installed = files();
    String options = Files.readString(options());

    assertThat(run("install").out())
        .endsWith("Goodput is installed already: there is nothing to do.\n");

    assertThat(files()).isEqualTo(installed);
    assertThat(options()).hasContent(options);
  }

  @Test
  void install_dryRun_changesNothing() throws IOException {
    List<Path> before = files();

    CommandRun result = run("install", "--dry-run");

    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .contains("would copy goodput-cassandra-plugin-", "would add the query handler to ");
    assertThat(files()).isEqualTo(before);
    assertThat(options()).hasContent(OPTIONS);
  }

  @Test
  void install_olderJar_isReplaced() throws IOException {
    Path old = Files.createFile(lib().resolve("goodput-cassandra-plugin-0.0.1.jar"));

    assertThat(run("install").exit()).isZero();

    assertThat(old).doesNotExist();
    assertThat(PluginJars.in(lib())).hasSize(1);
  }

  @Test
  void install_settingsOfTheUser_areKept() throws IOException {
    Path settings = configuration().resolve("goodput.yaml");
    Files.writeString(settings, "fair_shares: on\n");

    assertThat(run("install").exit()).isZero();

    assertThat(settings).hasContent("fair_shares: on\n");
  }

  @Test
  @DisplayName("writes a goodput.yaml that changes no default")
  void install_settings_areComments() throws IOException {
    assertThat(run("install").exit()).isZero();

    assertThat(Files.readAllLines(configuration().resolve("goodput.yaml")))
        .allMatch(line -> line.isEmpty() || line.startsWith("#"))
        .anyMatch(line -> line.startsWith("# fair_shares: "));
  }

  @Test
  void install_otherHandler_failsAndChangesNothing() throws IOException {
    Files.writeString(
        options(), OPTIONS + "-Dcassandra.custom_query_handler_class=com.example.Audit\n");
    List<Path> before = files();

    CommandRun result = run("install");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo(
            ("goodput: %s, line 4 sets the query handler com.example.Audit: remove it there, and write"
                    + " 'query_handler: com.example.Audit' to %s, so that Goodput passes requests"
                    + " on to it.\n")
                .formatted(options(), configuration().resolve("goodput.yaml")));
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void install_unsupportedRelease_fails() throws IOException {
    Path jar =
        root.resolve(layout.jar)
            .resolve("apache-cassandra-" + installation.cassandraVersion() + ".jar");
    Files.move(jar, jar.resolveSibling("apache-cassandra-4.0.19.jar"));

    CommandRun result = run("install");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("and this is 4.0.19: upgrade Cassandra first");
  }

  @Test
  void install_release60_saysThatItIsExperimental() throws IOException {
    Path jar =
        root.resolve(layout.jar)
            .resolve("apache-cassandra-" + installation.cassandraVersion() + ".jar");
    Files.move(jar, jar.resolveSibling("apache-cassandra-6.0-alpha2.jar"));

    CommandRun result = run("install");

    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("Goodput is experimental on Cassandra 6.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {HANDLER, "$HANDLER"})
  void uninstall_optionInAScript_failsAndChangesNothing(String handler) throws IOException {
    assertThat(run("install").exit()).isZero();
    Files.writeString(
        configuration().resolve("cassandra-env.sh"),
        "JVM_OPTS=\"$JVM_OPTS -Dcassandra.custom_query_handler_class=" + handler + "\"\n");
    List<Path> before = files();

    CommandRun result = run("uninstall");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("cassandra-env.sh, line 1 names Goodput's query handler");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void uninstall_notInstalled_changesNothing() {
    CommandRun result = run("uninstall");

    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("there is nothing to do");
  }

  @Test
  void doctor_optionWithoutJar_saysThatTheNodeWouldNotStart() throws IOException {
    assertThat(run("install").exit()).isZero();
    Files.delete(PluginJars.in(lib()).get(0));

    CommandRun result = run("doctor");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("the query handler is set, but there is no jar in " + lib());
  }

  @Test
  void doctor_notInstalled_saysWhatToDo() {
    assertThat(run("doctor"))
        .isEqualTo(
            new CommandRun(
                1,
                """
                files: Goodput is not installed. Run goodput install.
                Looked at %s. What a running node uses, 'goodput doctor HOST' asks the node itself.
                """
                    .formatted(options()),
                ""));
  }

  @Test
  void doctor_mistakesInSettings_areSaidAsTheNodeWouldSayThem() throws IOException {
    assertThat(run("install").exit()).isZero();
    Path settings = configuration().resolve("goodput.yaml");
    Files.writeString(settings, "fair_sharez: on\npartition_counters: 5\n");

    CommandRun result = run("doctor");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out())
        .contains("files: %s: unknown key 'fair_sharez'; the keys are ".formatted(settings))
        .contains(": partition_counters must be a power of two from 1024 to ");
  }

  @Test
  @DisplayName("install sets the handler for each Java, and uninstall takes it out of each")
  void install_optionOfAnotherJava_isNotEnough() throws IOException {
    Path ofJava11 = configuration().resolve("jvm11-server.options");
    Files.writeString(ofJava11, SET + "\n");
    Files.createFile(configuration().resolve("jvm17-server.options"));
    Files.copy(PluginJars.shipped(), lib().resolve(PluginJars.shipped().getFileName()));

    assertThat(run("doctor").out())
        .contains("files: the jar is there, but no query handler is set on Java 17. Run goodput")
        .doesNotContain("Java 11");
    assertThat(run("install").out()).contains("Added the query handler to " + options());
    assertThat(run("doctor").exit()).isZero();
    assertThat(run("uninstall").exit()).isZero();

    assertThat(options()).hasContent(OPTIONS);
    assertThat(ofJava11).isEmptyFile();
  }

  @ParameterizedTest
  @ValueSource(strings = {SET + "\r", "-Dcassandra.custom_query_handler_class=\"" + HANDLER + "\""})
  void install_damagedHandler_isRepaired(String line) throws IOException {
    Files.writeString(options(), OPTIONS + line + "\n");

    assertThat(run("doctor").out()).contains("line 4 has quotes or a carriage return in the name");
    assertThat(run("install").out()).contains("Repaired the query handler in " + options());

    assertThat(options()).hasContent(OPTIONS + SET + "\n");
    assertThat(run("doctor").exit()).isZero();
  }

  @Test
  void install_indentedHandler_isAdded() throws IOException {
    Files.writeString(options(), OPTIONS + " " + SET);

    assertThat(run("install").out()).contains("Added the query handler to ");
    assertThat(run("doctor").exit()).isZero();
    assertThat(run("uninstall").exit()).isZero();

    assertThat(Files.readString(options())).isEqualTo(OPTIONS + " " + SET);
  }

  @ParameterizedTest
  @ValueSource(strings = {"com.example.Audit", "$HANDLER"})
  void install_otherHandlerInAScript_failsAndChangesNothing(String handler) throws IOException {
    Files.writeString(
        configuration().resolve("cassandra-env.sh"),
        "JVM_OPTS=\"${JVM_OPTS#-ea} -Dcassandra.custom_query_handler_class=" + handler + "\"\n");
    List<Path> before = files();

    CommandRun result = run("install");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("cassandra-env.sh, line 1 sets the query handler", handler);
    assertThat(files()).isEqualTo(before);
    assertThat(options()).hasContent(OPTIONS);
  }

  @Test
  @DisplayName("uninstall takes no link to its own configuration for another one")
  void uninstall_linkToTheConfiguration_deletesTheJar() throws IOException {
    assertThat(run("install").exit()).isZero();
    Files.createSymbolicLink(configuration().resolveSibling("conf2"), configuration());

    assertThat(run("uninstall").exit()).isZero();

    assertThat(PluginJars.in(lib())).isEmpty();
  }

  @Test
  @DisplayName("doctor says what is wrong with the files although the node does not answer")
  void doctor_filesAndANodeThatIsDown_saysBoth() throws IOException {
    assertThat(run("install").exit()).isZero();
    Files.delete(PluginJars.in(lib()).get(0));

    CommandRun result = run("doctor", "127.0.0.1", "--port", "1");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out())
        .contains("the query handler is set, but there is no jar in " + lib())
        .contains("cluster: cannot be asked: ");
  }

  @Test
  @DisplayName("uninstall keeps the jar while another configuration of the same Cassandra names it")
  void uninstall_anotherConfigurationNeedsTheJar_keepsIt() throws IOException {
    assertThat(run("install").exit()).isZero();
    Path other = Files.createDirectories(configuration().resolveSibling("conf2"));
    Files.copy(options(), other.resolve("jvm-server.options"));

    CommandRun result = run("uninstall");

    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("%s needs it".formatted(other));
    assertThat(PluginJars.in(lib())).hasSize(1);
    assertThat(options()).hasContent(OPTIONS);
  }
}
