package io.goodput.lab.nodes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Options of a node that do not depend on its place in the cluster. Immutable.
 *
 * @param plugin the plug-in's jar, enabled in the node; empty for stock Cassandra
 * @param classpathFirst entries at the front of the node's class path
 * @param jvmArguments additional arguments of the node's JVM, such as {@code -Dname=value}; they
 *     override the defaults
 * @param settings entries that override the generated cassandra.yaml; values are strings, numbers,
 *     booleans, lists and maps
 * @param goodputYaml content of goodput.yaml, which is written next to cassandra.yaml
 * @param javaHome the Java runtime of the node; empty for that of this process
 * @param niceness niceness of the node's process, 0 to 19, as for {@code nice}
 */
public record NodeOptions(
    Optional<Path> plugin,
    List<Path> classpathFirst,
    List<String> jvmArguments,
    Map<String, Object> settings,
    Optional<String> goodputYaml,
    Optional<Path> javaHome,
    int niceness) {

  /** What Cassandra 5.0 would measure on Java 17, in bytes. */
  private static final String ROW_OVERHEAD = "cassandra.memtable.row_overhead_size=180";

  /** Copies the collections. */
  public NodeOptions {
    classpathFirst = List.copyOf(classpathFirst);
    jvmArguments = List.copyOf(jvmArguments);
    settings = Map.copyOf(settings);
  }

  /** Stock Cassandra, without the plug-in. */
  public static NodeOptions stock() {
    return new NodeOptions(
        Optional.empty(), List.of(), List.of(), Map.of(), Optional.empty(), Optional.empty(), 0);
  }

  /** Cassandra with the plug-in in this jar. */
  public static NodeOptions protectedBy(Path plugin) {
    return new NodeOptions(
        Optional.of(plugin), List.of(), List.of(), Map.of(), Optional.empty(), Optional.empty(), 0);
  }

  /** Returns these options with one more entry at the front of the class path. */
  public NodeOptions withClasspathFirst(Path entry) {
    return new NodeOptions(
        plugin,
        prepended(entry, classpathFirst),
        jvmArguments,
        settings,
        goodputYaml,
        javaHome,
        niceness);
  }

  /** Returns these options with one more JVM argument. */
  public NodeOptions withJvmArgument(String argument) {
    List<String> arguments = new ArrayList<>(jvmArguments);
    arguments.add(argument);
    return new NodeOptions(
        plugin, classpathFirst, arguments, settings, goodputYaml, javaHome, niceness);
  }

  /**
   * Returns these options for a short-lived node, such as a node of a test: without the C2 compiler
   * and bytecode verification, which do not pay off in a short run, and without the measurement of
   * a row's overhead in a memtable, which takes over a third of a node's start.
   */
  public NodeOptions shortLived() {
    return withJvmArgument("-D" + ROW_OVERHEAD)
        .withJvmArgument("-XX:TieredStopAtLevel=1")
        .withJvmArgument("-XX:+UnlockDiagnosticVMOptions")
        .withJvmArgument("-XX:-BytecodeVerificationRemote");
  }

  /** Returns these options with one more entry of cassandra.yaml. */
  public NodeOptions withSetting(String name, Object value) {
    Map<String, Object> merged = new LinkedHashMap<>(settings);
    merged.put(name, value);
    return new NodeOptions(
        plugin, classpathFirst, jvmArguments, merged, goodputYaml, javaHome, niceness);
  }

  /** Returns these options with this content of goodput.yaml. */
  public NodeOptions withGoodputYaml(String text) {
    return new NodeOptions(
        plugin, classpathFirst, jvmArguments, settings, Optional.of(text), javaHome, niceness);
  }

  /** Returns these options with another Java runtime. */
  public NodeOptions withJavaHome(Path home) {
    return new NodeOptions(
        plugin, classpathFirst, jvmArguments, settings, goodputYaml, Optional.of(home), niceness);
  }

  /** Returns these options with another niceness, 0 to 19. */
  public NodeOptions withNiceness(int nice) {
    return new NodeOptions(
        plugin, classpathFirst, jvmArguments, settings, goodputYaml, javaHome, nice);
  }

  private static List<Path> prepended(Path entry, List<Path> entries) {
    List<Path> all = new ArrayList<>();
    all.add(entry);
    all.addAll(entries);
    return all;
  }
}
