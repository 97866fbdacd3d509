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

/** Has a plug-in read a goodput.yaml, as a node does when it starts. */
public final class SettingsCheck {

  private static final String READER = "io.goodput.cassandra.settings.SettingsFile";

  private SettingsCheck() {}

  /** One sentence for each mistake in the file; empty if the plug-in cannot read it here. */
  static Optional<List<String>> mistakes(CassandraFolders cassandra) {
    try {
      List<Path> jars = new ArrayList<>(jarsIn(cassandra.lib()));
      jars.addAll(jarsIn(cassandra.lib().resolveSibling("")));
      return mistakes(cassandra.yaml(), jars);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * The same for the file next to this cassandra.yaml.
   *
   * @param jars those of Cassandra and of the plug-in
   */
  public static Optional<List<String>> mistakes(Path cassandraYaml, List<Path> jars) {
    List<String> mistakes = new ArrayList<>();
    Consumer<String> problems = mistakes::add;
    try (URLClassLoader node =
        new URLClassLoader(urls(jars), ClassLoader.getPlatformClassLoader())) {
      node.loadClass(READER)
          .getMethod("nextTo", String.class, Consumer.class)
          .invoke(null, cassandraYaml.toUri().toString(), problems);
      return Optional.of(mistakes);
    } catch (IOException | ReflectiveOperationException | LinkageError e) {
      return Optional.empty();
    }
  }

  /** The jars in a folder. */
  public static List<Path> jarsIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).toList();
    }
  }

  private static URL[] urls(List<Path> jars) throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      urls.add(jar.toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }
}
