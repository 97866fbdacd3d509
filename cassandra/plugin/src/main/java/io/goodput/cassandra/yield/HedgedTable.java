package io.goodput.cassandra.yield;

import io.goodput.core.yield.HedgeBudget;
import org.apache.cassandra.db.ColumnFamilyStore;

/**
 * The hedged reads of a table. Cassandra hedges a read that takes longer than a threshold, and does
 * not hedge if the threshold is above the read's timeout. It computes the threshold anew every few
 * seconds. One thread calls this.
 */
final class HedgedTable {

  /** The threshold with which no read is hedged. */
  static final long NEVER = Long.MAX_VALUE;

  private final Reads table;
  private final HedgeBudget budget = new HedgeBudget();
  private long reads;
  private long hedges;
  private long threshold;
  private boolean wasRead;
  private boolean held;
  private boolean applied;

  /** What a node counts of a table since its start, and the threshold. */
  interface Reads {

    long reads();

    long hedges();

    /** In microseconds. */
    long threshold();

    void setThreshold(long micros);
  }

  HedgedTable(Reads table) {
    this.table = table;
    this.reads = table.reads();
    this.hedges = table.hedges();
  }

  /** Those of a table of this node. */
  static Reads of(ColumnFamilyStore store) {
    return new Reads() {
      @Override
      public long reads() {
        return store.metric.coordinatorReadLatency.getCount();
      }

      @Override
      public long hedges() {
        return store.metric.speculativeRetries.getCount();
      }

      @Override
      public long threshold() {
        return store.sampleReadLatencyMicros;
      }

      @Override
      public void setThreshold(long micros) {
        store.sampleReadLatencyMicros = micros;
      }
    };
  }

  /** Decides on the next second by the last one. */
  void next(boolean waits) {
    long allReads = table.reads();
    long allHedges = table.hedges();
    wasRead = allReads > reads;
    // In observe mode, a table that is held would have sent no hedges, so they cost nothing.
    long charged = held && !applied ? 0 : allHedges - hedges;
    boolean affords = budget.next(allReads - reads, charged);
    reads = allReads;
    hedges = allHedges;
    held = waits || !affords;
  }

  /** Whether a client has read the table in the last second. */
  boolean wasRead() {
    return wasRead;
  }

  boolean isHeld() {
    return held;
  }

  /**
   * Sees to it that no read is hedged, if that is the decision; restores the threshold otherwise.
   *
   * @param isOn whether the decision counts
   */
  void apply(boolean isOn) {
    long now = table.threshold();
    if (isOn && held) {
      if (now != NEVER) {
        threshold = now;
        table.setThreshold(NEVER);
        applied = true;
      }
    } else if (applied) {
      applied = false;
      if (now == NEVER) {
        table.setThreshold(threshold);
      }
    }
  }
}
