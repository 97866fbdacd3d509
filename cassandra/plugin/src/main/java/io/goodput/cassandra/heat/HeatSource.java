package io.goodput.cassandra.heat;

/** A cache whose hit rate is a node's heat. Implementations are thread-safe and fast. */
public interface HeatSource {

  /** Lookups since the node started that found their entry. */
  long hits();

  /** All lookups since the node started. */
  long reads();

  /** Entries read from disk since the node started without a lookup that asked for them. */
  long fills();
}
