package io.goodput.lab.simulation.pacing;

import io.goodput.core.pacing.PaceSettings;
import io.goodput.core.pacing.WritePacer;
import io.goodput.core.time.Nanos;
import io.goodput.lab.simulation.SimulatedTime;
import java.util.ArrayDeque;
import java.util.Deque;

/** One database of {@link WriteStallSimulation}, and the one thread that writes to it. */
final class SimulatedDatabase {

  private static final String FAMILY = "default";

  /** A stock database stops when two memtables are full; they are large. */
  private static final int STOCK_MEMTABLES = 2;

  private static final int PACED_MEMTABLES = PaceSettings.DEFAULT.memtables();

  /** A paced database itself allows two memtables more than the pacer. */
  private static final int SPARE_MEMTABLES = 2;

  private final WriteStallSimulation.Policy policy;
  private final WritePacer pacer;
  private final Deque<Long> sealed = new ArrayDeque<>();
  private final long memtableBytes;
  private final int memtables;
  private long active;
  private long sequence;

  SimulatedDatabase(WriteStallSimulation.Policy policy, long memory, SimulatedTime time) {
    this.policy = policy;
    this.pacer = new WritePacer(PaceSettings.DEFAULT, time);
    this.memtableBytes =
        switch (policy) {
          case STOCK -> memory / STOCK_MEMTABLES;
          case PACED -> memory / PACED_MEMTABLES;
        };
    this.memtables =
        switch (policy) {
          case STOCK -> STOCK_MEMTABLES;
          case PACED -> PACED_MEMTABLES + SPARE_MEMTABLES;
        };
  }

  /** Seconds by which the policy delays a write. */
  double delay(int bytes) {
    return switch (policy) {
      case STOCK -> 0;
      case PACED -> Nanos.toSeconds(pacer.reserve(bytes));
    };
  }

  /** Whether no memtable is left to write to. */
  boolean isStopped() {
    return sealed.size() >= memtables;
  }

  /**
   * Takes a write.
   *
   * @return whether the write has filled a memtable
   */
  boolean write(int bytes) {
    active += bytes;
    sequence++;
    if (active < memtableBytes) {
      return false;
    }
    sealed.add(sequence);
    active = 0;
    pacer.sealed(FAMILY, sequence);
    return true;
  }

  long memtableBytes() {
    return memtableBytes;
  }

  /** The oldest sealed memtable was flushed. */
  void flushed() {
    pacer.flushed(FAMILY, sealed.remove());
  }

  /** Bytes in memtables. */
  long memory() {
    return sealed.size() * memtableBytes + active;
  }
}
