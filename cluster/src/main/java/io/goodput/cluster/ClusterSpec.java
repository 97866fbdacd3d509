package io.goodput.cluster;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A cluster to start. Immutable.
 *
 * @param cassandraLib folder with the jars of the Cassandra version to run
 * @param directory where the cluster keeps its data, configuration and logs; created if missing
 * @param nodes how many nodes, 1 to {@value #MAX_NODES}; node 1 listens on 127.0.0.1, node 2 on
 *     127.0.0.2, and so on
 * @param nativePort where every node answers CQL, {@value #MIN_PORT} to {@value #MAX_PORT}; the
 *     storage port is 2042 below it and node 1's JMX port 1843 below it, so that 9042 gives
 *     Cassandra's usual 7000 and 7199
 * @param heapMegabytes heap of each node, at least {@value #MIN_HEAP_MEGABYTES}
 * @param options what nodes run with, unless {@code exceptions} says otherwise
 * @param exceptions options of single nodes, by number from 1
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
   * Copies the map.
   *
   * @throws PreconditionException if a number is out of its range
   */
  public ClusterSpec {
    requireWithin("The number of nodes", nodes, 1, MAX_NODES);
    requireWithin("The native port", nativePort, MIN_PORT, MAX_PORT);
    requireWithin("The heap in MB", heapMegabytes, MIN_HEAP_MEGABYTES, Integer.MAX_VALUE);
    exceptions = Map.copyOf(exceptions);
  }

  /** One node without the plug-in on port 9042 with a heap of 512 MB. */
  public static ClusterSpec of(Path cassandraLib, Path directory) {
    return new ClusterSpec(cassandraLib, directory, 1, 9042, 512, NodeOptions.stock(), Map.of());
  }

  /** This cluster with another number of nodes. */
  public ClusterSpec withNodes(int count) {
    return new ClusterSpec(
        cassandraLib, directory, count, nativePort, heapMegabytes, options, exceptions);
  }

  /** This cluster on another native port. */
  public ClusterSpec withNativePort(int port) {
    return new ClusterSpec(
        cassandraLib, directory, nodes, port, heapMegabytes, options, exceptions);
  }

  /** This cluster with another heap for each node, in MB. */
  public ClusterSpec withHeapMegabytes(int megabytes) {
    return new ClusterSpec(
        cassandraLib, directory, nodes, nativePort, megabytes, options, exceptions);
  }

  /** This cluster with other options for every node that has none of its own. */
  public ClusterSpec withOptions(NodeOptions all) {
    return new ClusterSpec(
        cassandraLib, directory, nodes, nativePort, heapMegabytes, all, exceptions);
  }

  /** This cluster with options of its own for one node, counted from 1. */
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
