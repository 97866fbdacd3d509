package io.goodput.cli.doctor;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node says about itself.
 *
 * @param node its address for clients
 * @param broadcast its address for other nodes
 * @param goodput the plug-in; null if the node runs without it
 * @param clockAheadMillis by how much its clock is ahead of this machine's, to within half of
 *     {@code roundTripMillis}
 * @param cassandraSettings those of Cassandra's settings that matter, by name
 * @param hintsFor files of hints that it keeps, by the address of the node that has missed writes
 */
record NodeReport(
    String node,
    String broadcast,
    State state,
    @Nullable Plugin goodput,
    long clockAheadMillis,
    long roundTripMillis,
    Map<String, String> cassandraSettings,
    Map<String, Integer> hintsFor) {

  /** Whether a node answers. */
  enum State {
    UP,
    /** It has not answered in time. */
    SLOW,
    DOWN
  }

  /**
   * What its plug-in says.
   *
   * @param faults failures of the plug-in itself since the node started
   * @param uncounted operations that were admitted without being counted, for lack of counters
   * @param partitionsShared busy partitions whose limits the node should share with others
   * @param observedTables tables whose limits are only observed
   * @param warmed the part of the cache that has been filled after a restart, from 0 to 1; null if
   *     nothing is filled
   */
  record Plugin(
      String version,
      long faults,
      long uncounted,
      int partitionsShared,
      Map<String, String> settings,
      List<String> observedTables,
      @Nullable Double warmed) {}

  static NodeReport down(String node) {
    return new NodeReport(node, node, State.DOWN, null, 0, 0, Map.of(), Map.of());
  }

  static NodeReport slow(String node) {
    return new NodeReport(node, node, State.SLOW, null, 0, 0, Map.of(), Map.of());
  }
}
