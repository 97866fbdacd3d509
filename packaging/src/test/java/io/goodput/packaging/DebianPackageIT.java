package io.goodput.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The Debian package, on a Cassandra from Debian packages")
class DebianPackageIT {

  private static final String OPTIONS = "# Options of the JVM\n-XX:+AlwaysPreTouch\n\n-Xss256k\n\n";

  private static final String OPTION =
      "-Dcassandra.custom_query_handler_class=io.goodput.cassandra.GoodputQueryHandler";

  @TempDir private Path root;

  @BeforeEach
  void cassandra() throws IOException {
    assumeTrue(Commands.exists("dpkg"), "There is no dpkg here.");
    Files.createDirectories(root.resolve("usr/share/cassandra/lib"));
    Files.createFile(root.resolve("usr/share/cassandra/apache-cassandra-5.0.9.jar"));
    Files.createFile(lib().resolve("guava.jar"));
    Files.createDirectories(root.resolve("etc/cassandra"));
    Files.writeString(options(), OPTIONS);
    for (String folder : List.of("info", "updates", "triggers")) {
      Files.createDirectories(root.resolve("var/lib/dpkg").resolve(folder));
    }
    Files.createFile(root.resolve("var/lib/dpkg/status"));
    Files.createFile(root.resolve("var/lib/dpkg/available"));
  }

  private Path options() {
    return root.resolve("etc/cassandra/jvm-server.options");
  }

  private Path lib() {
    return root.resolve("usr/share/cassandra/lib");
  }

  private void dpkg(String... arguments) throws Exception {
    Commands.Result result = tried(arguments);
    assertThat(result.exit()).as(result.output()).isZero();
  }

  private Commands.Result tried(String... arguments) throws Exception {
    return Commands.run(
        Map.of(),
        Stream.concat(
                Stream.of(
                    "dpkg",
                    "--root=" + root,
                    "--force-script-chrootless",
                    "--force-depends",
                    "--force-not-root"),
                Stream.of(arguments))
            .toList());
  }

  private void install() throws Exception {
    dpkg("--install", Commands.built("goodput-cassandra_.*\\.deb").toString());
  }

  @Test
  void install_addsTheJarAndTheOption() throws Exception {
    install();

    assertThat(lib()).isDirectoryContaining("glob:**goodput-cassandra-plugin-*.jar");
    assertThat(Files.readAllLines(options())).containsOnlyOnce(OPTION);
  }

  @Test
  void upgrade_keepsTheOption() throws Exception {
    install();
    install();

    assertThat(Files.readAllLines(options())).containsOnlyOnce(OPTION);
  }

  @Test
  void purge_leavesWhatWasThereBefore() throws Exception {
    install();
    dpkg("--purge", "goodput-cassandra");

    assertThat(lib()).isDirectoryNotContaining("glob:**goodput*");
    assertThat(Files.readString(options())).isEqualTo(OPTIONS);
    assertThat(root.resolve("usr/share/doc/goodput-cassandra")).doesNotExist();
  }

  @Test
  void remove_optionInAScript_failsAndKeepsTheJar() throws Exception {
    install();
    Files.writeString(
        root.resolve("etc/cassandra/cassandra-env.sh"), "JVM_OPTS=\"$JVM_OPTS " + OPTION + "\"\n");

    Commands.Result result = tried("--remove", "goodput-cassandra");

    assertThat(result.exit()).isNotZero();
    assertThat(result.output()).contains("cassandra-env.sh names Goodput's query handler");
    assertThat(lib()).isDirectoryContaining("glob:**goodput-cassandra-plugin-*.jar");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jvm-server.options", "jvm17-server.options"})
  void install_otherHandler_isKept(String file) throws Exception {
    String other = "-Dcassandra.custom_query_handler_class=com.example.Audit\n";
    Path options = root.resolve("etc/cassandra").resolve(file);
    Files.writeString(options, OPTIONS + other);

    install();

    assertThat(options).hasContent(OPTIONS + other);
    assertThat(options()).content().doesNotContain(OPTION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xss256k", "-Xss256k\r\n\n", "# \u00c5\n", "-Xss256k\n # end"})
  void purge_anyBytes_areAsBefore(String before) throws Exception {
    Files.writeString(options(), before);
    install();
    dpkg("--purge", "goodput-cassandra");

    assertThat(Files.readString(options())).isEqualTo(before);
  }

  @Test
  void remove_otherOptionsOfTheLine_areKept() throws Exception {
    Files.writeString(options(), "-Xss256k " + OPTION + "\n-Xmx1g\n");
    install();
    assertThat(Files.readString(options())).isEqualTo("-Xss256k " + OPTION + "\n-Xmx1g\n");

    dpkg("--remove", "goodput-cassandra");

    assertThat(Files.readString(options())).isEqualTo("-Xss256k\n-Xmx1g\n");
  }

  @Test
  void remove_lineAddedAfterAFileWithoutAnEnd_staysALine() throws Exception {
    Files.writeString(options(), "-Xss256k");
    install();
    Files.writeString(options(), Files.readString(options()) + "-ea\n");

    dpkg("--remove", "goodput-cassandra");

    assertThat(Files.readString(options())).isEqualTo("-Xss256k\n-ea\n");
  }

  @Test
  void remove_handlerInAVariable_failsAndKeepsTheJar() throws Exception {
    install();
    Files.writeString(
        root.resolve("etc/cassandra/cassandra-env.sh"),
        "JVM_OPTS=\"$JVM_OPTS -Dcassandra.custom_query_handler_class=$HANDLER\"\n");

    assertThat(tried("--remove", "goodput-cassandra").exit()).isNotZero();
    assertThat(lib()).isDirectoryContaining("glob:**goodput-cassandra-plugin-*.jar");
  }

  @ParameterizedTest
  @CsvSource({"jvm-server.options, ' '", "jvm11-server.options, ''"})
  void install_optionThatIsNotInForceEverywhere_isAdded(String file, String indent)
      throws Exception {
    Path options = root.resolve("etc/cassandra").resolve(file);
    Files.writeString(options, OPTIONS + indent + OPTION + "\n");

    install();

    assertThat(Files.readAllLines(options())).containsOnlyOnce(OPTION);
  }

  @Test
  void install_otherHandlerInAScript_isKept() throws Exception {
    Files.writeString(
        root.resolve("etc/cassandra/cassandra-env.sh"),
        "JVM_OPTS=\"${JVM_OPTS#-ea} \"-Dcassandra.custom_query_handler_class=com.example.Audit\n");

    install();

    assertThat(options()).hasContent(OPTIONS);
  }
}
