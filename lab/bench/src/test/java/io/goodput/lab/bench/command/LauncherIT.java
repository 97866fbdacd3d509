package io.goodput.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The launcher")
class LauncherIT {

  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path REAL_JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  private record Output(int exit, String text) {}

  @TempDir private Path folder;
  private Path root;
  private Path javaHome;

  /** A checkout in which the launcher has nothing to build. */
  @BeforeEach
  void createCheckout() throws IOException {
    root = Files.createDirectory(folder.resolve("checkout"));
    javaHome = folder.resolve("java");
    Files.createDirectories(root.resolve("cli/src/main"));
    Files.createDirectories(root.resolve("lab/nodes/target/cassandra/lib"));
    Files.createDirectories(javaHome.resolve("bin"));
    Files.copy(ROOT.resolve("goodput"), root.resolve("goodput"));
    Files.createFile(root.resolve("pom.xml"));
    Files.createFile(root.resolve("cli/pom.xml"));
    linkBuild("cli/target", "goodput-cli.jar");
    linkBuild("lab/bench/target", "goodput-lab-bench.jar");
    useJava("17");
  }

  private void linkBuild(String target, String jar) throws IOException {
    Path folder = Files.createDirectories(root.resolve(target));
    for (String output : List.of(jar, "lib")) {
      Files.createSymbolicLink(folder.resolve(output), ROOT.resolve(target).resolve(output));
    }
    Files.createFile(folder.resolve("built"));
  }

  @Test
  void version_option_isTheVersionOfTheBuild() throws Exception {
    assertThat(run(root.resolve("goodput"), "--version").text())
        .isEqualTo("goodput " + versionInTheBuildFile() + "\n");
  }

  @Test
  void start_throughLinks_findsTheCheckout() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("absolute"), root.resolve("goodput"));
    Files.createSymbolicLink(bin.resolve("relative"), Path.of("absolute"));

    assertThat(run(bin.resolve("relative"), "--version").exit()).isZero();
  }

  @Test
  void start_anOperatorsCommandWithoutTheLab_buildsNothing() throws Exception {
    Files.delete(root.resolve("lab/bench/target/built"));
    Files.delete(root.resolve("lab/nodes/target/cassandra/lib"));

    assertThat(run(root.resolve("goodput"), "help", "top").text()).startsWith("Usage: goodput top");
  }

  @Test
  void start_helpOfACommandOfTheLab_isThatOfTheLab() throws Exception {
    assertThat(run(root.resolve("goodput"), "help", "run").text()).contains("--nodes");
  }

  @Test
  void start_afterMavensPackage_buildsNothing() throws Exception {
    packageWithMaven();

    assertThat(run(root.resolve("goodput"), "--version").exit()).isZero();
  }

  @Test
  void start_changeAfterMavensPackage_builds() throws Exception {
    packageWithMaven();
    Files.createFile(root.resolve("cli/src/main/Changed.java"));
    Files.setLastModifiedTime(
        root.resolve("cli/src/main/Changed.java"), FileTime.from(Instant.now().plusSeconds(10)));

    assertThat(run(root.resolve("goodput"), "--version").text()).startsWith("Building Goodput");
  }

  @Test
  void start_afterAPackageWithoutThePlugin_builds() throws Exception {
    packageWithMaven();
    Files.delete(plugin());

    assertThat(run(root.resolve("goodput"), "--version").text()).startsWith("Building Goodput");
  }

  /** Lets all jars be newer than all that a build reads, without a build by the launcher. */
  private void packageWithMaven() throws IOException {
    Files.delete(root.resolve("cli/target/built"));
    Files.createDirectories(plugin().getParent());
    Files.createFile(plugin());
    for (String input : List.of("pom.xml", "cli/pom.xml", "cli/src/main")) {
      Files.setLastModifiedTime(root.resolve(input), FileTime.from(Instant.EPOCH));
    }
  }

  private Path plugin() {
    return root.resolve("cassandra/jar/target/goodput-cassandra-plugin-1.0.jar");
  }

  @Test
  void start_laterJavaThanCassandras_runsCommandsWithoutCassandra() throws Exception {
    useJava("25");

    assertThat(run(root.resolve("goodput"), "bench", "write-stall", "--help").exit()).isZero();
  }

  @Test
  void start_laterJavaThanTheBuilds_saysWhatToSet() throws Exception {
    useJava("25");
    Files.delete(root.resolve("cli/target/built"));

    Output output = run(root.resolve("goodput"), "--version");

    assertThat(output.exit()).isEqualTo(2);
    assertThat(output.text())
        .endsWith("is Java 25, and the build needs a JDK 17 (up to 21): set JAVA_HOME to one.\n");
  }

  @Test
  void start_olderJava_saysWhatToSet() throws Exception {
    useJava("1.8");

    Output output = run(root.resolve("goodput"), "--version");

    assertThat(output.exit()).isEqualTo(2);
    assertThat(output.text())
        .endsWith(
            "is Java 1.8, and Goodput needs a JDK 17 (Cassandra, up to 21):"
                + " set JAVA_HOME to one.\n");
  }

  /** Lets the launcher see this version of Java. What it starts runs on the Java of this test. */
  private void useJava(String version) throws IOException {
    Path java = javaHome.resolve("bin/java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        case $1 in
          -XshowSettings:*) echo "    java.specification.version = %s" ;;
          *) exec '%s' "$@" ;;
        esac
        """
            .formatted(version, REAL_JAVA));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Output run(Path launcher, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", javaHome.toString());
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Output(process.waitFor(), text);
  }

  private static String versionInTheBuildFile() throws IOException {
    Matcher version =
        Pattern.compile("<version>(.+?)</version>").matcher(Files.readString(Path.of("pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }
}
