package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The newest patch is what all other tests run on. */
@DisplayName("Another patch release of Cassandra 5.0")
class PatchesIT {

  /** Folders by version, each with the jars in which that version differs from the newest. */
  static List<Path> patches() throws IOException {
    try (Stream<Path> folders = Files.list(Path.of("target", "patches"))) {
      return folders.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("patches")
  void hostsThePlugIn(Path patch, @TempDir Path lib) throws IOException {
    linkJars(lib, patch);
    try (OneNode one =
        OneNode.start(
            Nodes.of(lib, Nodes.EXTRA_PORT)
                .withOptions(Nodes.withPlugin().withGoodputYaml("hot_partitions: -1")))) {
      Cql cql = one.cql();
      String option = "per_partition_rate_limit = {'max_reads_per_second': 0}";
      assertThat(cql.run("SELECT release_version FROM system.local").one().getString(0))
          .isEqualTo(patch.getFileName().toString());

      cql.run("CREATE TABLE t (k int PRIMARY KEY) WITH " + option);

      cql.assertRefused("reads", "t", () -> cql.run("SELECT * FROM t WHERE k = 1"));
      assertThat(cql.limits("t")).isEqualTo(Map.of("reads", 0));
      assertThat(cql.run("DESCRIBE TABLE t").one().getString("create_statement")).contains(option);
      assertThat(one.logged("goodput.yaml: hot_partitions must be")).hasSize(1);
      assertThat(one.logged("Goodput failed")).isEmpty();
    }
  }

  private static void linkJars(Path lib, Path patch) throws IOException {
    for (Path folder : List.of(Nodes.cassandraLib(), patch)) {
      try (Stream<Path> jars = Files.list(folder)) {
        for (Path jar : jars.toList()) {
          Path link = lib.resolve(artifact(jar) + ".jar");
          Files.deleteIfExists(link);
          Files.createSymbolicLink(link, jar.toAbsolutePath());
        }
      }
    }
  }

  /** Jars that differ in nothing but their version take each other's place. */
  private static String artifact(Path jar) {
    return jar.getFileName().toString().replaceAll("-[0-9]+(\\.[0-9]+)+(?=[.-])|\\.jar$", "");
  }
}
