package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The plug-in's jar links against each supported release of Cassandra")
class LinkageIT {

  private static final int JAVA_8 = 52;
  private static final int JAVA_11 = 55;

  private static final List<String> BEFORE_60 =
      List.of(
          "io/goodput/cassandra/platform/BeforeCassandra60",
          // A schema change of 6.0 is a CQL text, so that it cannot store an extension.
          "io/goodput/cassandra/option/TableStatement.",
          // 6.0 has no snitch that orders reads, so that heat-weighted reads cannot be switched on.
          "io/goodput/cassandra/heat/HeatWeightedReads.wrapSnitch:",
          "io/goodput/cassandra/heat/HeatWeightedReads.unwrapSnitch:",
          "io/goodput/cassandra/heat/LocalNodes.refresh:",
          "io/goodput/cassandra/heat/ReadOrder.isOf:",
          // The cache is warmed only with heat-weighted reads.
          "io/goodput/cassandra/warming/OpenDataFiles.areOpen:",
          "io/goodput/cassandra/warming/OpenDataFiles.lambda$areOpen$0:");

  private static final Path RELEASES = Path.of("target", "cassandra", "releases");

  static Stream<String> releases() throws IOException {
    try (Stream<Path> files = Files.list(RELEASES)) {
      return files
          .map(it -> it.getFileName().toString())
          .map(it -> it.substring("cassandra-all-".length(), it.length() - ".jar".length()))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void release_ofASupportedLine_hasAllThatThePluginNames(String release) throws IOException {
    Path cassandra = RELEASES.resolve("cassandra-all-" + release + ".jar");

    assertThat(
            Linkage.problems(
                Nodes.plugin(), withDependencies(cassandra, release), ofOtherReleases(release)))
        .isEmpty();
  }

  @Test
  void classes_areForJava11AndTheEntranceForJava8() throws IOException {
    Map<String, Integer> versions = Linkage.versions(Nodes.plugin());

    assertThat(versions.remove("io/goodput/cassandra/GoodputQueryHandler")).isEqualTo(JAVA_8);
    assertThat(versions.values()).allMatch(version -> version <= JAVA_11);
  }

  /** Classes and methods that the plug-in does not use on a release. */
  private static String[] ofOtherReleases(String release) {
    List<String> others = new ArrayList<>();
    if (!release.equals("5.0.9") && !is60(release)) {
      // They need the dispatcher of Cassandra 5.0.9, and what it does to encode an answer.
      others.add("io/goodput/cassandra/arrival/");
      others.add("io/goodput/cassandra/coalesce/SharedRows.encode:");
      others.add("io/goodput/cassandra/request/Refusal.encode:");
    }
    if (release.startsWith("4.1.")) {
      others.add("io/goodput/cassandra/platform/SinceCassandra50");
    }
    others.addAll(is60(release) ? BEFORE_60 : List.of("io/goodput/cassandra/platform/Cassandra60"));
    return others.toArray(String[]::new);
  }

  private static boolean is60(String release) {
    return release.startsWith("6.0");
  }

  private static List<Path> withDependencies(Path cassandra, String release) throws IOException {
    try (Stream<Path> files = Files.list(libOfLine(release))) {
      return Stream.concat(
              Stream.of(cassandra),
              files.filter(it -> !it.getFileName().toString().startsWith("cassandra-all-")))
          .filter(it -> it.toString().endsWith(".jar"))
          .toList();
    }
  }

  /** The dependencies of the newest release of the same line. */
  private static Path libOfLine(String release) throws IOException {
    if (release.startsWith("4.1.")) {
      return CassandraRelease.lib("4.1.10");
    }
    return is60(release) ? CassandraRelease.lib(release) : Nodes.cassandraLib();
  }
}
