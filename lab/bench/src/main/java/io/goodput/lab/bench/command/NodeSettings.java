package io.goodput.lab.bench.command;

import static java.util.stream.Collectors.joining;

import io.goodput.cli.CommandException;
import io.goodput.cli.CorrectableException;
import io.goodput.cli.install.SettingsCheck;
import io.goodput.lab.nodes.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Settings of Goodput for all nodes of a cluster.
 *
 * @param values by name, as in goodput.yaml
 */
record NodeSettings(Map<String, String> values) {

  /** The lines of goodput.yaml. */
  String yaml() {
    return values.entrySet().stream()
        .map(setting -> setting.getKey() + ": " + setting.getValue() + "\n")
        .collect(joining());
  }

  /**
   * Has the plug-in read them, as a node does.
   *
   * @throws CorrectableException if a name or a value is wrong
   */
  void requireValid(Path cassandraLib, Path plugin) {
    try (TemporaryFolder folder =
        TemporaryFolder.in(Path.of(System.getProperty("java.io.tmpdir")), "goodput-settings")) {
      Path file = Files.writeString(folder.path().resolve("goodput.yaml"), yaml());
      List<Path> jars = new ArrayList<>(SettingsCheck.jarsIn(cassandraLib));
      jars.add(plugin);
      String mistakes =
          SettingsCheck.mistakes(file.resolveSibling("cassandra.yaml"), jars)
              .orElse(List.of())
              .stream()
              // Its bounds follow from the heap of the node.
              .filter(mistake -> !mistake.contains(": partition_counters must be"))
              .map(mistake -> mistake.replace(file + ": ", "").replace("" + file, "the list"))
              .map(mistake -> mistake.replaceFirst("; [^;]* holds?$", ""))
              .collect(joining("; "));
      if (!mistakes.isEmpty()) {
        throw new CorrectableException("--set: " + mistakes + ".");
      }
    } catch (IOException e) {
      throw new CommandException("Cannot check the settings: " + e.getMessage() + ".", e);
    }
  }
}
