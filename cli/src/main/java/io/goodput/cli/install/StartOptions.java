package io.goodput.cli.install;

import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What Cassandra's start scripts pass to a node's JVM, as far as the files of its configuration say
 * so: the options of {@code jvm-server.options}, those of the options file for the node's Java, and
 * then {@code cassandra-env.sh}. If an option is there twice, the last one wins.
 */
record StartOptions(Path configuration) {

  private static final String SCRIPT = "cassandra-env.sh";

  /** The options file of all releases of Java. */
  Path common() {
    return configuration.resolve("jvm-server.options");
  }

  /** The files that say something, in the order in which the scripts read them. */
  List<Path> files() {
    return Stream.of(
            Stream.of(common()),
            javas().stream().map(this::ofJava),
            Stream.of(configuration.resolve(SCRIPT)))
        .flatMap(files -> files)
        .filter(Files::isRegularFile)
        .toList();
  }

  /** The options files, in the same order. */
  List<Path> optionsFiles() {
    return files().stream().filter(file -> !file.endsWith(SCRIPT)).toList();
  }

  /** The releases of Java that have an options file of their own. */
  private List<String> javas() {
    try (Stream<Path> files = Files.list(configuration)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("jvm\\d+-server\\.options"))
          .map(name -> name.replaceAll("\\D", ""))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw unreadable(configuration, e);
    }
  }

  private Path ofJava(String java) {
    return configuration.resolve("jvm" + java + "-server.options");
  }

  /**
   * What a node gets on one release of Java.
   *
   * @param java such as 17; empty if no release has an options file of its own
   * @param option empty if the property is not set
   */
  record OnJava(String java, Optional<JvmOption> option) {

    /** Completes a sentence about the node. */
    String inWords() {
      return java.isEmpty() ? "" : " on Java " + java;
    }
  }

  /** The option that sets a property, on each release of Java. */
  List<OnJava> inForce(String property) {
    List<String> javas = javas();
    return (javas.isEmpty() ? List.of("") : javas)
        .stream().map(java -> new OnJava(java, last(property, java))).toList();
  }

  private Optional<JvmOption> last(String property, String java) {
    return Stream.of(common(), ofJava(java), configuration.resolve(SCRIPT))
        .flatMap(file -> in(file, property).stream())
        .reduce((one, later) -> later);
  }

  /** All places that set a property, whether they are in force or not. */
  List<JvmOption> all(String property) {
    return files().stream().flatMap(file -> in(file, property).stream()).toList();
  }

  private static List<JvmOption> in(Path file, String property) {
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    String content = contentOf(file);
    return file.endsWith(SCRIPT)
        ? JvmOption.inScript(file, content, property)
        : JvmOption.inOptions(file, content, property);
  }

  /** What may set options, too, and is not looked into; in words. */
  List<String> unseen() {
    Path script = configuration.resolve(SCRIPT);
    List<String> unseen = new ArrayList<>();
    if (Files.isRegularFile(script)) {
      for (String other : ShellScript.scriptsReadBy(contentOf(script))) {
        unseen.add("%s reads %s, which this command does not look into.".formatted(script, other));
      }
    }
    all("cassandra.config").stream()
        .filter(JvmOption::isVariable)
        .map(
            option ->
                "%s sets cassandra.config by a variable: goodput.yaml belongs next to that file."
                    .formatted(option))
        .forEach(unseen::add);
    return unseen;
  }

  static String contentOf(Path file) {
    try {
      return Files.readString(file, JvmOption.BYTES);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static CorrectableException unreadable(Path file, IOException e) {
    return new CorrectableException("Cannot read %s (%s): make it readable.".formatted(file, e));
  }
}
