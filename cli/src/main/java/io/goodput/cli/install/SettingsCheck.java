package io.goodput.cli.install;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Has the plug-in of a Cassandra read its goodput.yaml, as the node does when it starts. */
final class SettingsCheck {

  private static final String READER = "io.goodput.cassandra.settings.SettingsFile";

  private SettingsCheck() {}

  /** One sentence for each mistake in the file; empty if the plug-in cannot read it here. */
  static Optional<List<String>> mistakes(CassandraFolders cassandra) {
    List<String> mistakes = new ArrayList<>();
    Consumer<String> problems = mistakes::add;
    try (URLClassLoader node =
        new URLClassLoader(classPath(cassandra), ClassLoader.getPlatformClassLoader())) {
      node.loadClass(READER)
          .getMethod("nextTo", String.class, Consumer.class)
          .invoke(null, cassandra.yaml().toUri().toString(), problems);
      return Optional.of(mistakes);
    } catch (IOException | ReflectiveOperationException | LinkageError e) {
      return Optional.empty();
    }
  }

  private static URL[] classPath(CassandraFolders cassandra) throws IOException {
    List<URL> jars = new ArrayList<>();
    for (Path folder : List.of(cassandra.lib(), cassandra.lib().resolveSibling(""))) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
          jars.add(urlOf(jar));
        }
      }
    }
    return jars.toArray(URL[]::new);
  }

  private static URL urlOf(Path jar) throws MalformedURLException {
    return jar.toUri().toURL();
  }
}
