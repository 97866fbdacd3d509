package io.goodput.cli.install;

import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
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
 * @param configuration the folder of jvm-server.options
 * @param yaml the configuration that the node reads: cassandra.yaml, unless it is started with
 *     another one
 * @param release such as 5.0.9
 */
record CassandraFolders(Path lib, Path configuration, Path yaml, String release) {

  /** Where Debian and RPM packages keep Cassandra. */
  private static final Path PACKAGED = Path.of("usr", "share", "cassandra");

  private static final List<Path> PACKAGED_CONFIGURATION =
      List.of(Path.of("etc", "cassandra"), Path.of("etc", "cassandra", "conf"));

  private static final String YAML = "cassandra.yaml";

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
    List<String> releases =
        Stream.of(found, lib).flatMap(folder -> releasesIn(folder).stream()).distinct().toList();
    if (releases.isEmpty()) {
      throw new CorrectableException(
          "%s has no apache-cassandra-*.jar: name the folder of a Cassandra with --cassandra-home."
              .formatted(found));
    }
    if (releases.size() > 1) {
      throw new CorrectableException(
          "%s has the jars of several releases, %s: delete those that the node does not need."
              .formatted(found, String.join(" and ", releases)));
    }
    // The configuration that the environment names belongs to a home that the user has not named.
    Path named =
        configuration == null && home == null
            ? pathIn(environment, "CASSANDRA_CONF")
            : configuration;
    if (named != null && !isConfiguration(named)) {
      throw new CorrectableException(
          "%s has no cassandra.yaml: name the folder of one with --config.".formatted(named));
    }
    Path folder = named == null ? usualConfiguration(found, root) : named;
    return new CassandraFolders(lib, folder, yamlIn(folder), releases.get(0));
  }

  private static Path yamlIn(Path configuration) {
    Path yaml =
        new StartOptions(configuration)
            .inForce("cassandra.config").stream()
                .flatMap(onJava -> onJava.option().stream())
                .filter(option -> !option.isVariable())
                .findFirst()
                .map(option -> yamlOf(configuration, option))
                .orElse(configuration.resolve(YAML));
    if (!Files.isRegularFile(yaml)) {
      throw new CorrectableException(
          "%s, which the node reads, is not there: copy one of the samples of Cassandra to it, or"
                  .formatted(yaml)
              + " name the folder of another one with --config.");
    }
    return yaml;
  }

  /** Cassandra takes a URL, or the name of a file in its configuration. */
  private static Path yamlOf(Path configuration, JvmOption option) {
    try {
      URI uri = new URI(option.value());
      if (uri.getScheme() == null) {
        return configuration.resolve(option.value());
      }
      if (uri.getPath() != null) {
        return Path.of(uri.getPath());
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      // Cassandra would not find it, either.
    }
    throw new CorrectableException(
        "%s sets cassandra.config to '%s', which is no URL of a file: correct it."
            .formatted(option, option.value()));
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
    return Stream.of(YAML, "jvm-server.options")
        .anyMatch(file -> Files.isRegularFile(folder.resolve(file)));
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

  private static List<String> releasesIn(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> JAR.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .map(name -> name.group(1))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new CorrectableException("Cannot read %s: make it readable.".formatted(folder));
    }
  }

  /** The plug-in runs on 4.1.6 and later of 4.1, on 5.0 from its first candidate, and on 6.0. */
  boolean isSupported() {
    return release.matches("(4\\.1\\.([6-9]|[1-9]\\d+)|5\\.0(?!-alpha|-beta))(\\D.*)?")
        || isExperimental();
  }

  /** Not all of the plug-in works on 6.0. */
  boolean isExperimental() {
    return release.startsWith("6.0");
  }

  /**
   * The configurations in the same folder as this one, and in the home, that name Goodput, too:
   * those of other nodes that may start from the same jars.
   */
  List<Path> otherConfigurations() {
    Path own = real(configuration);
    return Stream.of(configuration, lib)
        .flatMap(folder -> foldersBeside(folder).stream())
        .map(CassandraFolders::real)
        .distinct()
        .filter(folder -> !folder.equals(own))
        .filter(folder -> Files.isRegularFile(new StartOptions(folder).common()))
        .filter(
            folder ->
                new StartOptions(folder)
                    .all(JvmOption.HANDLER).stream().anyMatch(JvmOption::mayBeGoodput))
        .toList();
  }

  /** Packages link one folder of a configuration to another. */
  private static Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      return folder.toAbsolutePath().normalize();
    }
  }

  private static List<Path> foldersBeside(Path folder) {
    Path parent = folder.toAbsolutePath().normalize().getParent();
    if (parent == null) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(parent)) {
      return files.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      throw new CorrectableException("Cannot read %s: make it readable.".formatted(parent));
    }
  }

  StartOptions startOptions() {
    return new StartOptions(configuration);
  }

  /** The settings of the plug-in, which it looks for next to the configuration of the node. */
  Path settings() {
    return yaml.resolveSibling("goodput.yaml");
  }
}
