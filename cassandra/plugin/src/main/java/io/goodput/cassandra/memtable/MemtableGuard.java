package io.goodput.cassandra.memtable;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Reasons;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.TimeoutRejections;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.pacing.MemoryPacer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.utils.memory.MemtablePool;

/**
 * Rejects some of the writes that this node coordinates while its memtables wait to be flushed, so
 * that their memory never runs out. Without memory, Cassandra blocks all writes, and with them the
 * threads that serve reads. Thread-safe and lock-free.
 */
final class MemtableGuard implements Guard {

  /** The time between two ticks. */
  static final long TICK_NANOS = 10_000_000;

  private final List<Pool> pools = new ArrayList<>();
  private final Map<RequestKind, TimeoutRejections> rejections = new EnumMap<>(RequestKind.class);
  private final Counter rejected = new Counter();

  /** A guard of the memory that all memtables of this node share. */
  MemtableGuard(MemtablePool memory) {
    for (MemtablePool.SubPool part : List.of(memory.onHeap, memory.offHeap)) {
      if (part.limit > 0) {
        pools.add(new Pool(part, new MemoryPacer(part.limit)));
      }
    }
    for (RequestKind kind : RequestKind.guarded()) {
      if (kind.isWrite()) {
        rejections.put(
            kind,
            new TimeoutRejections(
                kind,
                Reasons.Kind.MEMORY,
                "the node's memtables fill up faster than it flushes",
                this::retryMillis));
      }
    }
  }

  /** Observes the memory; called every {@link #TICK_NANOS}, by one thread. */
  void tick() {
    long now = RequestClock.now();
    for (Pool pool : pools) {
      pool.pacer.observe(pool.part.used(), pool.part.getReclaiming(), now);
    }
  }

  @Override
  public String activity() {
    return "pacing a write";
  }

  @Override
  public Verdict decide(Request request, Occasion occasion) {
    ConsistencyLevel consistency = request.consistency();
    if (consistency == null || hasRoom(request.startedNanos())) {
      return Verdict.ADMIT;
    }
    TimeoutRejections write = rejections.get(request.kind());
    if (write == null) {
      return Verdict.ADMIT;
    }
    rejected.inc();
    return Rejection.of(write.at(consistency, request.table()));
  }

  private boolean hasRoom(long now) {
    for (int i = 0; i < pools.size(); i++) {
      Pool pool = pools.get(i);
      if (!pool.pacer.admits(pool.part.used(), now)) {
        return false;
      }
    }
    return true;
  }

  /** When a flush is expected to have freed memory. */
  private long retryMillis() {
    long now = RequestClock.now();
    long nanos = pools.stream().mapToLong(pool -> pool.pacer.untilFlushed(now)).max().orElse(0);
    return Math.max(
        TimeUnit.NANOSECONDS.toMillis(TICK_NANOS), TimeUnit.NANOSECONDS.toMillis(nanos));
  }

  /** Writes rejected since the node started. */
  Counter rejected() {
    return rejected;
  }

  /** Whether writes are bounded now, because memtables wait to be flushed. */
  boolean isPacing() {
    return pools.stream().anyMatch(pool -> pool.pacer.isPacing());
  }

  /** The part of the memtables' memory that is in use, 0 to about 1: that of the fuller pool. */
  double usedRatio() {
    return pools.stream().mapToDouble(Pool::usedRatio).max().orElse(0);
  }

  private record Pool(MemtablePool.SubPool part, MemoryPacer pacer) {

    double usedRatio() {
      return (double) part.used() / part.limit;
    }
  }
}
