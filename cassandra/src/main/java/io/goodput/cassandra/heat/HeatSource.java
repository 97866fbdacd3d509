package io.goodput.cassandra.heat;

/** A cache whose hit rate is a node's heat. Implementations are thread-safe and cheap to ask. */
public interface HeatSource {

  /** Look-ups since the node's start that found what they asked for. */
  long hits();

  /** All look-ups since the node's start. */
  long reads();

  /** What was read from disk for the cache since the node's start without having been looked up. */
  long fills();
}
