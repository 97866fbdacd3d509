package io.goodput.cli.install;

import static java.util.stream.Collectors.joining;

import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The plug-in's jars in a folder. */
final class PluginJars {

  private PluginJars() {}

  static List<Path> in(Path lib) {
    try (Stream<Path> files = Files.list(lib)) {
      return files
          .filter(
              file ->
                  file.getFileName().toString().matches("goodput-cassandra(-plugin)?-\\d.*\\.jar"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new CorrectableException("Cannot read %s: make it readable.".formatted(lib));
    }
  }

  /**
   * The jar that comes with this command: in its archive, or where a checkout builds it.
   *
   * @throws CorrectableException if it has not been built
   */
  static Path shipped() {
    Path home = Path.of(System.getProperty("goodput.home", "")).toAbsolutePath();
    return Stream.of(home.resolve("plugin"), home.resolve(Path.of("cassandra", "jar", "target")))
        .filter(Files::isDirectory)
        .flatMap(folder -> in(folder).stream())
        .filter(jar -> !jar.toString().matches(".*-(sources|javadoc|tests)\\.jar"))
        .findFirst()
        .orElseThrow(
            () ->
                new CorrectableException(
                    "The plug-in's jar has not been built: build it with"
                        + " ./mvnw -DskipTests package."));
  }

  /** The sample of goodput.yaml in a jar, with each setting in a comment. */
  static byte[] sampleSettings(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile());
        InputStream sample = file.getInputStream(file.getEntry("goodput.sample.yaml"))) {
      return new String(sample.readAllBytes(), StandardCharsets.UTF_8)
          .replace(
              "Copy this file as goodput.yaml into the folder of cassandra.yaml.",
              "To change one, remove the '# ' before it, with the space.")
          .lines()
          .map(line -> line.isEmpty() || line.startsWith("#") ? line : "# " + line)
          .map(line -> line + "\n")
          .collect(joining())
          .getBytes(StandardCharsets.UTF_8);
    }
  }
}
