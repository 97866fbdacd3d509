package io.goodput.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a node runs with, apart from its place in the cluster. Immutable.
 *
 * @param plugin the plug-in's jar, switched on; empty for a node as Apache ships it
 * @param classpathFirst entries put before all others on the node's class path
 * @param jvmArguments further arguments of the node's JVM, such as {@code -Dname=value}; they win
 *     over the usual ones
 * @param settings merged over the generated cassandra.yaml; values are strings, numbers, booleans,
 *     lists and maps
 * @param goodputYaml text of goodput.yaml, written beside cassandra.yaml
 * @param niceness 0 to 19: how far the node's process stands back behind others, as {@code nice}
 *     has it
 */
public record NodeOptions(
    Optional<Path> plugin,
    List<Path> classpathFirst,
    List<String> jvmArguments,
    Map<String, Object> settings,
    Optional<String> goodputYaml,
    int niceness) {

  /** Copies the collections. */
  public NodeOptions {
    classpathFirst = List.copyOf(classpathFirst);
    jvmArguments = List.copyOf(jvmArguments);
    settings = Map.copyOf(settings);
  }

  /** Cassandra as Apache ships it. */
  public static NodeOptions stock() {
    return new NodeOptions(Optional.empty(), List.of(), List.of(), Map.of(), Optional.empty(), 0);
  }

  /** Cassandra with the plug-in of this jar. */
  public static NodeOptions protectedBy(Path plugin) {
    return new NodeOptions(
        Optional.of(plugin), List.of(), List.of(), Map.of(), Optional.empty(), 0);
  }

  /** These options with one more class path entry, before all others. */
  public NodeOptions withClasspathFirst(Path entry) {
    return new NodeOptions(
        plugin, prepended(entry, classpathFirst), jvmArguments, settings, goodputYaml, niceness);
  }

  /** These options with one more argument of the JVM. */
  public NodeOptions withJvmArgument(String argument) {
    List<String> arguments = new ArrayList<>(jvmArguments);
    arguments.add(argument);
    return new NodeOptions(plugin, classpathFirst, arguments, settings, goodputYaml, niceness);
  }

  /**
   * These options for a node that does not live long enough to earn back what C2 and checks of
   * bytecode cost, such as one of a test.
   */
  public NodeOptions shortLived() {
    return withJvmArgument("-XX:TieredStopAtLevel=1")
        .withJvmArgument("-XX:+UnlockDiagnosticVMOptions")
        .withJvmArgument("-XX:-BytecodeVerificationRemote");
  }

  /** These options with one entry of cassandra.yaml set. */
  public NodeOptions withSetting(String name, Object value) {
    Map<String, Object> merged = new LinkedHashMap<>(settings);
    merged.put(name, value);
    return new NodeOptions(plugin, classpathFirst, jvmArguments, merged, goodputYaml, niceness);
  }

  /** These options with this text as goodput.yaml. */
  public NodeOptions withGoodputYaml(String text) {
    return new NodeOptions(
        plugin, classpathFirst, jvmArguments, settings, Optional.of(text), niceness);
  }

  /** These options for a process that stands back behind others, by 0 to 19. */
  public NodeOptions withNiceness(int nice) {
    return new NodeOptions(plugin, classpathFirst, jvmArguments, settings, goodputYaml, nice);
  }

  private static List<Path> prepended(Path entry, List<Path> entries) {
    List<Path> all = new ArrayList<>();
    all.add(entry);
    all.addAll(entries);
    return all;
  }
}
