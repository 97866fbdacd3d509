package io.goodput.core.simulation;

import io.goodput.core.pacing.FlushRates;
import io.goodput.core.pacing.PaceSettings;
import io.goodput.core.pacing.WritePacer;
import java.util.ArrayDeque;
import java.util.Deque;

/** One database of {@link WriteStallSimulation}, and the one thread that writes to it. */
final class SimulatedDatabase {

  private static final String FAMILY = "default";
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int PACED_MEMTABLES = PaceSettings.DEFAULT.memtables();

  /** Flushes, of which the slowest counts for the rule of the least bandwidth. */
  private static final int WINDOW = 10;

  /** The database itself allows for two more than the pacer. */
  private static final int SPARE_MEMTABLES = 2;

  private final WriteStallSimulation.Policy policy;
  private final WritePacer pacer;
  private final FlushRates rates = new FlushRates(WINDOW);
  private final Deque<Long> sealed = new ArrayDeque<>();
  private final long memtableBytes;
  private final int memtables;
  private long active;
  private long sequence;
  private double nextAllowed;

  SimulatedDatabase(WriteStallSimulation.Policy policy, long memory, SimulatedTime time) {
    this.policy = policy;
    this.pacer = new WritePacer(PaceSettings.DEFAULT, time);
    boolean stock = policy == WriteStallSimulation.Policy.STOCK;
    this.memtableBytes = memory / (stock ? 2 : PACED_MEMTABLES);
    this.memtables =
        switch (policy) {
          case STOCK -> 2;
          case LEAST_BANDWIDTH -> PACED_MEMTABLES;
          case RAMP -> PACED_MEMTABLES + SPARE_MEMTABLES;
        };
  }

  /** Seconds by which the policy delays a write. */
  double delay(double now, int bytes) {
    return switch (policy) {
      case STOCK -> 0;
      case LEAST_BANDWIDTH -> leastBandwidthDelay(now, bytes);
      case RAMP -> pacer.reserve(bytes) / NANOS_PER_SECOND;
    };
  }

  private double leastBandwidthDelay(double now, int bytes) {
    if (sealed.size() < memtables - 1 || Double.isInfinite(rates.least())) {
      return 0;
    }
    nextAllowed = Math.max(nextAllowed, now);
    double delay = nextAllowed - now;
    nextAllowed += bytes / rates.least();
    return delay;
  }

  /** Whether there is no memtable to write to. */
  boolean isStopped() {
    return sealed.size() >= memtables;
  }

  /** Takes a write, and says whether that has filled a memtable. */
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

  /** The oldest memtable has been flushed in so many seconds. */
  void flushed(double seconds) {
    rates.add(memtableBytes / seconds);
    pacer.flushed(FAMILY, sealed.remove());
  }

  /** Bytes in memtables. */
  long memory() {
    return sealed.size() * memtableBytes + active;
  }
}
