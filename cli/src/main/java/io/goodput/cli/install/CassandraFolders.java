package io.goodput.cli.install;

import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Cassandra on this machine, from a tarball or a package.
 *
 * @param lib the folder whose jars are on the node's class path
 * @param configuration the folder of cassandra.yaml
 * @param release such as 5.0.9
 */
record CassandraFolders(Path lib, Path configuration, String release) {

  /** Where Debian and RPM packages keep Cassandra. */
  private static final Path PACKAGED = Path.of("usr", "share", "cassandra");

  private static final List<Path> PACKAGED_CONFIGURATION =
      List.of(Path.of("etc", "cassandra"), Path.of("etc", "cassandra", "conf"));

  /** What the jar of a release is called in packages, and in Maven Central. */
  private static final Pattern JAR =
      Pattern.compile("(?:apache-cassandra|cassandra-all)-(\\d[^/]*)\\.jar");

  /**
   * Finds a Cassandra.
   *
   * @param home its folder; null for the one that the environment names, or that a package has
   *     installed
   * @param configuration the folder of its cassandra.yaml; null for the usual one
   * @param environment variables such as CASSANDRA_HOME
   * @param root the root of the file system
   * @throws CorrectableException if it finds no Cassandra
   */
  static CassandraFolders find(
      @Nullable Path home,
      @Nullable Path configuration,
      Map<String, String> environment,
      Path root) {
    Path found =
        first(home, pathIn(environment, "CASSANDRA_HOME"), root.resolve(PACKAGED))
            .orElseThrow(
                () ->
                    new CorrectableException(
                        "There is no Cassandra in %s: name its folder with --cassandra-home."
                            .formatted(Objects.requireNonNullElse(home, root.resolve(PACKAGED)))));
    Path lib = found.resolve("lib");
    String release =
        releaseIn(found)
            .or(() -> releaseIn(lib))
            .orElseThrow(
                () ->
                    new CorrectableException(
                        "%s has no apache-cassandra-*.jar: name the folder of a Cassandra with"
                                .formatted(found)
                            + " --cassandra-home."));
    // The configuration that the environment names belongs to a home that the user has not named.
    Path named =
        configuration == null && home == null
            ? pathIn(environment, "CASSANDRA_CONF")
            : configuration;
    if (named != null && !isConfiguration(named)) {
      throw new CorrectableException(
          "%s has no cassandra.yaml: name the folder of one with --config.".formatted(named));
    }
    return new CassandraFolders(
        lib, named == null ? usualConfiguration(found, root) : named, release);
  }

  private static Path usualConfiguration(Path home, Path root) {
    Stream<Path> ofPackages =
        home.equals(root.resolve(PACKAGED))
            ? PACKAGED_CONFIGURATION.stream().map(root::resolve)
            : Stream.of();
    return Stream.concat(Stream.of(home.resolve("conf")), ofPackages)
        .filter(CassandraFolders::isConfiguration)
        .findFirst()
        .orElseThrow(
            () ->
                new CorrectableException(
                    "The configuration of %s was not found: name the folder of its cassandra.yaml"
                            .formatted(home)
                        + " with --config."));
  }

  private static boolean isConfiguration(Path folder) {
    return Files.isRegularFile(folder.resolve("cassandra.yaml"));
  }

  /** The folder that the user names, or else the first of the others that exists. */
  private static Optional<Path> first(@Nullable Path named, @Nullable Path... others) {
    Stream<@Nullable Path> candidates = named == null ? Stream.of(others) : Stream.of(named);
    return candidates.flatMap(Stream::ofNullable).filter(Files::isDirectory).findFirst();
  }

  private static @Nullable Path pathIn(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "");
    return value.isEmpty() ? null : Path.of(value);
  }

  private static Optional<String> releaseIn(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> JAR.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .map(name -> name.group(1))
          .sorted()
          .findFirst();
    } catch (IOException e) {
      throw new CorrectableException("Cannot read %s: make it readable.".formatted(folder));
    }
  }

  /** The plug-in runs on 4.1.6 and later of 4.1, on 5.0, and on 6.0. */
  boolean isSupported() {
    return release.matches("(4\\.1\\.([6-9]|[1-9]\\d+)|5\\.0)(\\D.*)?") || isExperimental();
  }

  /** Not all of the plug-in works on 6.0. */
  boolean isExperimental() {
    return release.startsWith("6.0");
  }

  /** The file with the options of the node's JVM. */
  Path options() {
    return configuration.resolve("jvm-server.options");
  }

  Path settings() {
    return configuration.resolve("goodput.yaml");
  }
}
