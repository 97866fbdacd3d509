package io.goodput.lab.nodes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The location of the jars that nodes run with.
 *
 * @param cassandraLib folder with the jars of Cassandra and of its dependencies
 * @param plugin the Goodput plug-in, if it has been built
 */
public record Installation(Path cassandraLib, Optional<Path> plugin) {

  /** System property with the root of a checkout of Goodput, or of its unpacked archive. */
  public static final String HOME_PROPERTY = "goodput.home";

  private static final Pattern CASSANDRA = Pattern.compile("cassandra-all-(.+)\\.jar");

  private static final Path LIB = Path.of("lab", "nodes", "target", "cassandra", "lib");

  private static final Path PLUGIN_TARGET = Path.of("cassandra", "jar", "target");

  private static final Path LIB_OF_ARCHIVE = Path.of("cassandra", "lib");

  /**
   * The installation built in a checkout of Goodput, or unpacked from its archive.
   *
   * @throws PreconditionException if Cassandra's jars are missing
   */
  public static Installation in(Path root) {
    Path ofArchive = root.resolve(LIB_OF_ARCHIVE).toAbsolutePath().normalize();
    if (Files.isDirectory(ofArchive)) {
      return new Installation(ofArchive, pluginIn(root.resolve("plugin")));
    }
    Path lib = root.resolve(LIB).toAbsolutePath().normalize();
    if (!Files.isDirectory(lib)) {
      throw new PreconditionException(
          "Cassandra's jars are not in " + lib + ": build them with ./mvnw -DskipTests package.");
    }
    return new Installation(lib, pluginIn(root.resolve(PLUGIN_TARGET)));
  }

  /**
   * The installation in the checkout that {@value #HOME_PROPERTY} names. Without that property, the
   * installation in the checkout that contains the working directory.
   *
   * @throws PreconditionException if there is no installation
   */
  public static Installation locate() {
    String home = System.getProperty(HOME_PROPERTY);
    if (home != null) {
      return in(Path.of(home));
    }
    Path start = Path.of("").toAbsolutePath();
    for (Path root = start; root != null; root = root.getParent()) {
      if (Files.isDirectory(root.resolve(LIB))) {
        return in(root);
      }
    }
    return in(start);
  }

  /** Cassandra's version, from the name of its jar; "of unknown version" without such a jar. */
  public String cassandraVersion() {
    try (Stream<Path> files = Files.list(cassandraLib)) {
      return files
          .map(file -> CASSANDRA.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .map(name -> name.group(1))
          .findFirst()
          .orElse("of unknown version");
    } catch (IOException e) {
      throw new PreconditionException("Cannot read " + cassandraLib + ".", e);
    }
  }

  private static Optional<Path> pluginIn(Path target) {
    if (!Files.isDirectory(target)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(target)) {
      return files
          .filter(file -> isPlugin(file.getFileName().toString()))
          .map(file -> file.toAbsolutePath().normalize())
          .sorted()
          .findFirst();
    } catch (IOException e) {
      throw new PreconditionException("Cannot read " + target + ": " + e.getMessage() + ".", e);
    }
  }

  private static boolean isPlugin(String name) {
    return name.matches("goodput-cassandra-plugin-[0-9].*\\.jar")
        && !name.matches(".*-(sources|javadoc|tests)\\.jar");
  }
}
