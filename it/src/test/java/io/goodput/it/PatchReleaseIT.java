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

/** All other tests run on the newest patch release. */
@DisplayName("Older patch releases of Cassandra 5.0")
class PatchReleaseIT {

  private static final String GOODPUT_YAML =
      """
      hot_partitions: -1
      query_handler: org.apache.cassandra.cql3.CustomPayloadMirroringQueryHandler
      """;

  /** A folder for each version, with the jars that differ from the newest version. */
  static List<Path> patches() throws IOException {
    try (Stream<Path> folders = Files.list(Path.of("target", "patches"))) {
      return folders.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("patches")
  void plugin_olderPatchRelease_works(Path patch, @TempDir Path lib) throws IOException {
    linkJars(lib, patch);
    try (DedicatedNode server =
        DedicatedNode.start(
            Nodes.on(Nodes.DEDICATED_PORT, lib)
                .withOptions(Nodes.withPlugin().withGoodputYaml(GOODPUT_YAML)))) {
      Cql cql = server.cql();
      String option = RateLimit.reads(0);
      assertThat(cql.run("SELECT release_version FROM system.local").one().getString(0))
          .isEqualTo(patch.getFileName().toString());

      cql.run("CREATE TABLE t (k int PRIMARY KEY) WITH " + option);

      cql.assertRejected("reads", "t", () -> cql.run("SELECT * FROM t WHERE k = 1"));
      assertThat(cql.limits("t")).isEqualTo(Map.of("reads", 0));
      assertThat(cql.run("DESCRIBE TABLE t").one().getString("create_statement")).contains(option);
      assertThat(server.logged("goodput.yaml: hot_partitions must be")).hasSize(1);
      assertThat(server.logged("cannot be used")).isEmpty();
      assertThat(server.logged("Goodput failed")).isEmpty();
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

  /** The file name without the version, so that a jar replaces other versions of itself. */
  private static String artifact(Path jar) {
    return jar.getFileName().toString().replaceAll("-[0-9]+(\\.[0-9]+)+(?=[.-])|\\.jar$", "");
  }
}
