package io.goodput.cassandra.transaction;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.EarlyStep;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Refusal;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Reply;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.line.Lines;
import io.goodput.core.line.Lines.Entry;
import io.goodput.core.line.Place;
import io.goodput.core.time.Nanos;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/**
 * Has this node execute one lightweight transaction of a partition at a time. The others wait in
 * line, because rounds of Paxos on one key preempt one another. Serial reads take part: they may
 * finish the round of another.
 *
 * <p>For ten seconds after a transaction, prepared ones enter their lines when they arrive, and
 * wait without a thread. All others wait with their request threads; if too many of these wait, the
 * next ones do not. Thread-safe.
 */
public final class TransactionLines {

  /** How long transactions enter their lines when they arrive, after one was executed. */
  private static final long ACTIVE_NANOS = 10 * Nanos.PER_SECOND;

  /** With at most this number of lines, a contention is taken to be that of each. */
  private static final int FEW = 4;

  private final boolean isOn;
  private final int length;
  private final ToLongFunction<Request> clientTimeout;
  private final Faults faults;
  private final Lines<TransactionKey> lines;
  private final Turns turns;
  private final LongSupplier contentions;
  private final Counter waited = new Counter();
  private final Counter refused = new Counter();
  private volatile long activeUntil = RequestClock.now();

  /**
   * Lines of no transactions.
   *
   * @param isOn whether transactions wait in line at all
   * @param length how many may wait for one partition
   * @param threads how many request threads may wait
   * @param clientTimeout nanoseconds that the client of a request waits; may throw {@link
   *     RequestValidationException}
   * @param contentions how many transactions of this node have met others so far
   */
  public TransactionLines(
      boolean isOn,
      int length,
      IntSupplier threads,
      ToLongFunction<Request> clientTimeout,
      LongSupplier contentions,
      Exchange exchange,
      Faults faults) {
    this.isOn = isOn;
    this.length = length;
    this.clientTimeout = clientTimeout;
    this.contentions = contentions;
    this.faults = faults;
    this.turns = new Turns(exchange, new Homes(), faults, this::reopen);
    this.lines = new Lines<>(RequestClock::now, () -> length, threads, turns.gate());
  }

  /** Whether transactions wait in line. */
  boolean isOn() {
    return isOn;
  }

  /** Transactions that have had to wait. */
  Counter waited() {
    return waited;
  }

  /** Transactions that were not executed, because the line was too long, or too slow. */
  Counter refused() {
    return refused;
  }

  /** Transactions that wait now. */
  int waiting() {
    return lines.waiting();
  }

  /** How often this node did not wait for its turn, because another one was silent. */
  long silences() {
    return turns.silences();
  }

  /**
   * Ends the waits of clients that have given up, and the slots of nodes that have; called at short
   * intervals.
   */
  void tick() {
    faults.guard("ending turns", turns::tick);
    lines.expire(RequestClock.now());
  }

  private void reopen(TransactionKey key) {
    lines.reopen(key, RequestClock.now());
  }

  /** A step that executes transactions in their turns. */
  public Execution before(Execution next) {
    return isOn ? request -> execute(request, next) : next;
  }

  private ResultMessage execute(Request request, Execution next) {
    if (request.course().known() instanceof LineTurn) {
      // The turn ends with the request.
      return next.execute(request);
    }
    if (!takesPart(request)) {
      return next.execute(request);
    }
    stayActive(request.startedNanos());
    Entered entered = enter(request);
    if (entered == null) {
      return next.execute(request);
    }
    if (entered.entry == Entry.FULL) {
      return new Refusal(full(entered.table));
    }
    if (entered.entry == Entry.WAITS && !lines.await(entered.place)) {
      return new Refusal(late(entered.table));
    }
    long before = contentions();
    try {
      return next.execute(request);
    } finally {
      leave(entered.key, entered.place, before);
    }
  }

  /** A request thread that has entered a line, or has not been allowed to. */
  private record Entered(TransactionKey key, TableMetadata table, Place place, Entry entry) {}

  /** Enters the line; null if the request has none. */
  private @Nullable Entered enter(Request request) {
    try {
      List<Partition> all = request.partitions();
      if (all.size() != 1) {
        return null;
      }
      TransactionKey key = TransactionKey.of(all.get(0));
      Place place = Place.ofThread(deadline(request));
      Entry entry = lines.enter(key, request.startedNanos(), place);
      if (entry == Entry.WAITS) {
        waited.inc();
      }
      return new Entered(key, all.get(0).table(), place, entry);
    } catch (RequestValidationException e) {
      // Cassandra fails in the same way and tells the client why.
      return null;
    } catch (RuntimeException e) {
      faults.report("finding the line of a transaction", e);
      return null;
    }
  }

  /**
   * A step that has transactions enter their lines when they arrive.
   *
   * @param next decides first
   */
  public EarlyStep earlyBefore(EarlyStep next) {
    return isOn ? new OnArrival(next) : next;
  }

  private final class OnArrival implements EarlyStep {

    private final EarlyStep next;

    OnArrival(EarlyStep next) {
      this.next = next;
    }

    @Override
    public boolean isActive(long now) {
      return isActiveAt(now) || next.isActive(now);
    }

    @Override
    public boolean hasWaiting() {
      return lines.waiting() > 0 || next.hasWaiting();
    }

    @Override
    public Verdict decide(Request request, Reply reply) {
      Verdict verdict = next.decide(request, reply);
      return Verdict.isFinal(verdict) || !isActiveAt(request.startedNanos()) || !takesPart(request)
          ? verdict
          : arrive(request, verdict, reply);
    }
  }

  private Verdict arrive(Request request, Verdict verdict, Reply reply) {
    Partition partition = request.onlyPartition();
    if (partition == null) {
      return verdict;
    }
    stayActive(request.startedNanos());
    TransactionKey key = TransactionKey.of(partition);
    LineTurn turn = new LineTurn(this, key, partition.table(), request, reply, deadline(request));
    switch (lines.enter(key, request.startedNanos(), turn.place())) {
      case TURN -> turn.proceed();
      case FULL -> {
        return full(partition.table());
      }
      case WAITS, NO_THREADS -> waited.inc();
    }
    return Verdict.WAIT;
  }

  /** How many transactions of this node have met others so far. */
  long contentions() {
    return contentions.getAsLong();
  }

  /**
   * Ends a turn.
   *
   * @param before {@link #contentions} when it began
   */
  void leave(TransactionKey key, Place place, long before) {
    // Which of many it was that met others, Cassandra does not say.
    boolean hasMet = lines.lines() <= FEW && contentions() != before;
    lines.leave(key, place);
    if (hasMet) {
      turns.meet(key);
    }
  }

  private boolean isActiveAt(long now) {
    return activeUntil - now > 0;
  }

  /** Writes once a second at most: threads of all connections read it. */
  private void stayActive(long now) {
    if (activeUntil - now < ACTIVE_NANOS - Nanos.PER_SECOND) {
      activeUntil = now + ACTIVE_NANOS;
    }
  }

  private static boolean takesPart(Request request) {
    ConsistencyLevel consistency = request.consistency();
    return switch (request.kind()) {
      case CONDITIONAL_WRITES -> true;
      case READS -> consistency != null && consistency.isSerialConsistency();
      default -> false;
    };
  }

  /** When the client gives up, on the {@link RequestClock}. */
  private long deadline(Request request) {
    long arrived = request.startedNanos() - request.queuedNanos();
    return arrived + clientTimeout.applyAsLong(request);
  }

  private Rejection full(TableMetadata table) {
    return new LineRejection(LineException.full(length, table));
  }

  Rejection late(TableMetadata table) {
    return new LineRejection(LineException.late(table));
  }

  /** The verdict that a transaction is not executed. */
  private final class LineRejection extends Rejection {

    LineRejection(LineException answer) {
      super(answer);
    }

    @Override
    public void count() {
      refused.inc();
    }
  }
}
