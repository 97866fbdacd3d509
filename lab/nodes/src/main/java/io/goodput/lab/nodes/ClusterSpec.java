package io.goodput.lab.nodes;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Describes a cluster to start. Immutable.
 *
 * @param cassandraLib folder with the jars of the Cassandra version to run
 * @param directory folder for the cluster's data, configuration and logs; created if missing
 * @param nodes number of nodes, 1 to {@value #MAX_NODES}; node 1 listens on 127.0.0.1, node 2 on
 *     127.0.0.2, and so on
 * @param nativePort CQL port of every node, {@value #MIN_PORT} to {@value #MAX_PORT}; the storage
 *     port is 2042 lower and node 1's JMX port is 1843 lower, so that 9042 gives Cassandra's
 *     defaults, 7000 and 7199
 * @param heapMegabytes heap of each node in MB, at least {@value #MIN_HEAP_MEGABYTES}
 * @param options options of all nodes that are not in {@code exceptions}
 * @param exceptions options of individual nodes, by number, counted from 1
 */
public record ClusterSpec(
    Path cassandraLib,
    Path directory,
    int nodes,
    int nativePort,
    int heapMegabytes,
    NodeOptions options,
    Map<Integer, NodeOptions> exceptions) {

  public static final int MAX_NODES = 9;
  public static final int MIN_PORT = 4096;
  public static final int MAX_PORT = 65535;
  public static final int MIN_HEAP_MEGABYTES = 256;

  /**
   * Copies the map and validates the numbers.
   *
   * @throws PreconditionException if a number is out of range
   */
  public ClusterSpec {
    requireWithin("The number of nodes", nodes, 1, MAX_NODES);
    requireWithin("The native port", nativePort, MIN_PORT, MAX_PORT);
    requireWithin("The heap in MB", heapMegabytes, MIN_HEAP_MEGABYTES, Integer.MAX_VALUE);
    exceptions = Map.copyOf(exceptions);
  }

  /** A cluster of one node without the plug-in, on port 9042, with a heap of 512 MB. */
  public static ClusterSpec of(Path cassandraLib, Path directory) {
    return new ClusterSpec(cassandraLib, directory, 1, 9042, 512, NodeOptions.stock(), Map.of());
  }

  /** Returns this spec with another number of nodes. */
  public ClusterSpec withNodes(int count) {
    return with(count, nativePort, heapMegabytes, options);
  }

  /** Returns this spec with another CQL port. */
  public ClusterSpec withNativePort(int port) {
    return with(nodes, port, heapMegabytes, options);
  }

  /** Returns this spec with another heap for each node, in MB. */
  public ClusterSpec withHeapMegabytes(int megabytes) {
    return with(nodes, nativePort, megabytes, options);
  }

  /** Returns this spec with other options for all nodes without individual options. */
  public ClusterSpec withOptions(NodeOptions all) {
    return with(nodes, nativePort, heapMegabytes, all);
  }

  private ClusterSpec with(int count, int port, int megabytes, NodeOptions all) {
    return new ClusterSpec(cassandraLib, directory, count, port, megabytes, all, exceptions);
  }

  /** Returns this spec with other options for one node, counted from 1. */
  public ClusterSpec withOptions(int node, NodeOptions own) {
    Map<Integer, NodeOptions> merged = new HashMap<>(exceptions);
    merged.put(node, own);
    return new ClusterSpec(
        cassandraLib, directory, nodes, nativePort, heapMegabytes, options, merged);
  }

  NodeOptions optionsOf(int node) {
    return exceptions.getOrDefault(node, options);
  }

  int defaultStoragePort() {
    return nativePort - 2042;
  }

  int jmxPortOf(int node) {
    return nativePort - 1843 + node - 1;
  }

  private static void requireWithin(String name, int value, int min, int max) {
    if (value < min || value > max) {
      String range = max == Integer.MAX_VALUE ? "at least " + min : min + " to " + max;
      throw new PreconditionException(name + " must be " + range + ", not " + value + ".");
    }
  }
}
