package io.goodput.core.pacing;

/** What bounds the rate of writes. */
public enum PaceCause {
  /** Nothing: writes do not wait. */
  NOTHING,
  /** Memtables wait for their flush. */
  MEMTABLES,
  /** Compaction does not keep up with the files at level 0. */
  LEVEL_ZERO,
  /** Compaction does not keep up, by the estimate of the bytes that wait for it. */
  PENDING_COMPACTION,
  /** The memory that databases share is nearly full. */
  SHARED_MEMORY
}
