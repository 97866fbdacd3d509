package io.goodput.cassandra.memtable;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.deadline.DroppedRequests;
import io.goodput.cassandra.deadline.RequestKind;
import io.goodput.cassandra.limit.Faults;
import io.goodput.core.pacing.MemoryPacer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestTimeoutException;
import org.apache.cassandra.tracing.Tracing;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.utils.MonotonicClock;
import org.apache.cassandra.utils.memory.MemtablePool;
import org.jspecify.annotations.Nullable;

/**
 * Refuses some of the writes that this node coordinates while its memtables wait for their flush,
 * so that memory for them never runs out: Cassandra would let all writes wait then, and with them
 * the threads that serve reads. Thread-safe and lock-free.
 */
public final class MemtableRoom {

  /** Between two looks at the memory. */
  public static final long TICK_NANOS = 10_000_000;

  private final List<Pool> pools = new ArrayList<>();
  private final Map<RequestKind, DroppedRequests> answers = new EnumMap<>(RequestKind.class);
  private final Counter refused = new Counter();
  private final Faults faults;

  /** In the memory that all memtables of this node share. */
  public MemtableRoom(MemtablePool pool, Faults faults) {
    this.faults = faults;
    for (MemtablePool.SubPool part : List.of(pool.onHeap, pool.offHeap)) {
      if (part.limit > 0) {
        pools.add(new Pool(part, new MemoryPacer(part.limit)));
      }
    }
    for (RequestKind kind : RequestKind.values()) {
      if (kind.isWrite()) {
        answers.put(
            kind, new DroppedRequests(kind, "the node's memtables fill up faster than it flushes"));
      }
    }
  }

  /** Looks at the memory; by one thread, every {@link #TICK_NANOS}. */
  public void tick() {
    long now = MonotonicClock.Global.preciseTime.now();
    for (Pool pool : pools) {
      pool.pacer.observe(pool.part.used(), pool.part.getReclaiming(), now);
    }
  }

  /**
   * Sees a request leave the queue.
   *
   * @param consistency null if the request names none
   * @throws RequestTimeoutException if it is a write that is refused
   */
  public void enter(
      CQLStatement statement, @Nullable ConsistencyLevel consistency, Dispatcher.RequestTime time) {
    RequestTimeoutException answer;
    try {
      if (consistency == null || hasRoom(time.startedAtNanos())) {
        return;
      }
      RequestKind kind = RequestKind.of(statement);
      if (kind == null || !kind.isWrite()) {
        return;
      }
      refused.inc();
      answer = Objects.requireNonNull(answers.get(kind)).to(consistency);
    } catch (Throwable e) {
      faults.report("pacing a write", e);
      return;
    }
    Tracing.trace(answer.getMessage());
    throw answer;
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

  /** Writes that were refused. */
  public Counter refused() {
    return refused;
  }

  private record Pool(MemtablePool.SubPool part, MemoryPacer pacer) {}
}
