package io.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Downloads come from a program that copies a small archive. */
@DisplayName("The Maven wrapper")
class MavenWrapperTest {

  private static final Path WRAPPER = Path.of("..", ".mvn", "wrapper", "maven-wrapper.properties");

  /** What the wrapper runs, without a program that unpacks zip files. */
  private static final List<String> PROGRAMS =
      List.of(
          "basename cat cp dirname gzip java javac mkdir mktemp mv rm sh sha256sum shasum tar tr uname"
              .split(" ", -1));

  private static final String WRONG = "0".repeat(64);

  @TempDir private Path folder;
  private Path archive;
  private Path programs;

  @BeforeEach
  void createArchiveAndPath() throws Exception {
    Path maven = Files.createDirectories(folder.resolve("apache-maven-1/bin")).resolve("mvn");
    writeProgram(maven, "echo Maven runs");
    archive = folder.resolve("archive.tar.gz");
    run(
        Map.of(),
        List.of("tar", "czf", archive.toString(), "-C", folder.toString(), "apache-maven-1"));
    programs = Files.createDirectory(folder.resolve("programs"));
    linkPrograms();
    writeProgram(programs.resolve("curl"), "cp '%s' \"$5\"".formatted(archive));
  }

  @Test
  void download_withoutUnzip_isComparedWithTheSumOfTheTarArchive() throws Exception {
    assertThat(wrapper(WRONG, sum(archive))).isEqualTo("Maven runs\n");
  }

  @Test
  void download_anotherTarArchive_isRejected() throws Exception {
    assertThat(wrapper(sum(archive), WRONG)).contains("Failed to validate");
  }

  @Test
  void properties_ofTheProject_haveASumForEachArchive() throws Exception {
    assertThat(Files.readString(WRAPPER))
        .containsPattern("(?m)^distributionSha256Sum=[0-9a-f]{64}$")
        .containsPattern("(?m)^distributionTarGzSha256Sum=[0-9a-f]{64}$");
  }

  private String wrapper(String sumOfZip, String sumOfTar) throws Exception {
    Path properties = folder.resolve(".mvn/wrapper/maven-wrapper.properties");
    Files.createDirectories(properties.getParent());
    Files.writeString(
        properties,
        """
        distributionUrl=https://example.org/apache-maven-1-bin.zip
        distributionSha256Sum=%s
        distributionTarGzSha256Sum=%s
        """
            .formatted(sumOfZip, sumOfTar));
    Path script = Files.copy(Path.of("..", "mvnw"), folder.resolve("mvnw"));
    return run(
        Map.of("PATH", programs.toString(), "MAVEN_USER_HOME", folder.resolve("home").toString()),
        List.of("sh", script.toString()));
  }

  private static String run(Map<String, String> environment, List<String> command)
      throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  private void linkPrograms() throws IOException {
    for (String name : PROGRAMS) {
      for (String path : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
        Path link = programs.resolve(name);
        if (Files.exists(Path.of(path, name)) && !Files.exists(link)) {
          Files.createSymbolicLink(link, Path.of(path, name));
        }
      }
    }
  }

  private static void writeProgram(Path file, String line) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String sum(Path file) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
  }
}
