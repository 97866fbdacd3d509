package io.goodput.rocksdb;

/** Why a pacer slows down writes. */
public enum PacingCause {
  /** It does not. */
  NOTHING,
  /** Memtables wait for their flush. */
  MEMTABLES,
  /** Files at level 0 wait for compaction. */
  LEVEL_ZERO,
  /** The bytes that wait for compaction approach their ceiling. */
  PENDING_COMPACTION,
  /** The {@code WriteBufferManager} that databases share is nearly full. */
  SHARED_MEMORY
}
