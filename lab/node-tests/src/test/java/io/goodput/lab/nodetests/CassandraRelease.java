package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A release of Cassandra with all its dependencies, from the Maven repository. */
final class CassandraRelease {

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>io.goodput.lab.nodetests</groupId>
        <artifactId>cassandra</artifactId>
        <version>%1$s</version>
        <packaging>pom</packaging>
        <dependencies>
          <dependency>
            <groupId>org.apache.cassandra</groupId>
            <artifactId>cassandra-all</artifactId>
            <version>%1$s</version>
          </dependency>
        </dependencies>
      </project>
      """;

  private CassandraRelease() {}

  /** The folder with the jars of a release; downloads them on first use. */
  static Path lib(String version) throws IOException {
    Path folder = Path.of("target", "cassandra", version).toAbsolutePath();
    Path lib = folder.resolve("lib");
    if (!Files.exists(lib)) {
      Files.createDirectories(folder);
      Path pom = Files.writeString(folder.resolve("pom.xml"), POM.formatted(version));
      Path partial = folder.resolve("partial");
      Process maven =
          new ProcessBuilder(
                  Path.of("..", "..", "mvnw").toAbsolutePath().normalize().toString(),
                  "--batch-mode",
                  "--quiet",
                  "--file=" + pom,
                  "dependency:copy-dependencies",
                  "-DincludeScope=runtime",
                  "-DoutputDirectory=" + partial)
              .inheritIO()
              .start();
      assertThat(maven.onExit().join().exitValue()).isZero();
      Files.move(partial, lib, StandardCopyOption.ATOMIC_MOVE);
    }
    return lib;
  }
}
