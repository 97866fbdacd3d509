package io.goodput.cassandra.fair;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.feature.Mode;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.Slot;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.fair.BriefWaits;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.FairAdmission;
import io.goodput.core.fair.GroupReads;
import io.goodput.core.fair.NodeShares;
import io.goodput.core.fair.ProcessorUse;
import io.goodput.core.fair.Signals;
import io.goodput.core.fair.Stress;
import io.goodput.core.fair.Workload;
import io.goodput.core.time.TimeSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.tracing.Tracing;
import org.jspecify.annotations.Nullable;

/**
 * Rejects requests of tenants and partitions that have more than their fair share of this node in
 * flight while requests wait for threads or processors. Rejects nothing otherwise.
 *
 * <p>Thread-safe and lock-free. While nothing waits, a request costs two atomic additions. A
 * request of a batch workload that would be rejected waits first, as long as few others do.
 */
public final class FairGuard implements Guard {

  /** The time between two ticks. */
  public static final long TICK_NANOS = FairAdmission.TICK_NANOS;

  /** Requests that a node may always have in flight. */
  private static final int LEAST_ROOM = 24;

  /** The part of the request threads that this is at most, and that may wait for batches. */
  private static final int THREADS_PART = 4;

  private static final int TICKS_PER_SECOND = 10;

  /** The random number of a request that chance has kept before. */
  private static final double KEPT = 0;

  /** Tickets stay with their threads, which reuse them. */
  private static final Slot<Ticket> TICKET = new Slot<>();

  private final FairNode node;
  private final DoubleSupplier random;
  private final TimeSource time;
  private final FairAdmission<InetAddressAndPort> admission;
  private final Refusals refusals;
  private final Consumer<Stress> exchange;
  private final GroupReads groups;
  private final BriefWaits waits;
  private final Counter wouldRefuse = new Counter();
  private final Counter waited = new Counter();
  private final LongAdder overloadedNanos = new LongAdder();
  private volatile Mode mode;
  private long lastTick;
  private int ticks;

  /**
   * A guard that rejects nothing yet.
   *
   * @param exchange carries what nodes tell each other of overloads
   */
  public FairGuard(Mode mode, ServiceLevels levels, Exchange exchange) {
    this(mode, new ThisNode(levels, exchange), () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * A guard of a node.
   *
   * @param random uniform in [0, 1)
   */
  FairGuard(Mode mode, FairNode node, DoubleSupplier random) {
    this.mode = mode;
    this.node = node;
    this.random = random;
    this.time = node.time();
    long now = time.monotonicNanos();
    int threads = node.requestThreads() / THREADS_PART;
    this.admission = new FairAdmission<>(Math.max(1, Math.min(LEAST_ROOM, threads)), now);
    this.refusals = new Refusals(admission, node::level, node.address());
    this.exchange = node.exchange(admission.replicas());
    this.groups = new GroupReads(now);
    this.waits = new BriefWaits(time, threads);
    this.lastTick = now;
  }

  /** What the node does about requests above their fair share. */
  public Mode mode() {
    return mode;
  }

  /** Changes that while the node runs. */
  public void setMode(Mode changed) {
    mode = changed;
  }

  /** Observes waits, and shares anew; called every {@link #TICK_NANOS}, by one thread. */
  public void tick() {
    boolean isOff = mode == Mode.OFF;
    long now = time.monotonicNanos();
    if (isOverloaded()) {
      overloadedNanos.add(now - lastTick);
    }
    lastTick = now;
    admission.tick(now, isOff ? ProcessorUse.NONE : node.processors());
    exchange.accept(admission.stress());
    if (++ticks % TICKS_PER_SECOND == 0) {
      refusals.refresh();
    }
  }

  @Override
  public String activity() {
    return "sharing the node";
  }

  @Override
  public boolean isIdle(Request request) {
    return mode == Mode.OFF;
  }

  @Override
  public boolean isActiveOnArrival(long now) {
    return mode == Mode.ON && admission.isLimited();
  }

  @Override
  public Verdict decide(Request request, Occasion occasion) {
    Mode now = mode;
    if (now == Mode.OFF || request.kind() == RequestKind.EXEMPT) {
      return Verdict.ADMIT;
    }
    if (!occasion.mayBlock()) {
      return isActiveOnArrival(0) && request.onlyPartition() != null
          ? decideEarly(request)
          : Verdict.UNDECIDED;
    }
    int ticket = admission.enter(request.queuedNanos());
    return ticket == FairAdmission.LIMITED
        ? decideLimited(request, occasion, now)
        : admit(request, ticket);
  }

  /** Rejects a request on one partition that has more than its share, unless it may wait. */
  private Verdict decideEarly(Request request) {
    if (mayWait(request, Occasion.ARRIVAL)) {
      return Verdict.UNDECIDED;
    }
    Competitor competitor = Competitor.of(request, node, admission.replicas());
    int ticket = enter(competitor, random.getAsDouble());
    if (FairAdmission.isRefused(ticket)) {
      return refusals.refuse(ticket, request, competitor);
    }
    // It counts as in flight once a thread executes it.
    admission.withdraw(ticket);
    request.course().keep();
    return Verdict.ADMIT;
  }

  private Verdict decideLimited(Request request, Occasion occasion, Mode now) {
    Competitor competitor = Competitor.of(request, node, admission.replicas());
    int ticket =
        isBeforeItsTurn(request, competitor, occasion, now)
            ? NodeShares.CLASS_REFUSED
            : enter(competitor, request.course().isKept() ? KEPT : random.getAsDouble());
    if (FairAdmission.isRefused(ticket)
        && now == Mode.ON
        && mayWait(request, occasion)
        && waits.await(TICK_NANOS)) {
      waited.inc();
      ticket = enter(competitor, random.getAsDouble());
    }
    if (!FairAdmission.isRefused(ticket)) {
      Tracing.trace("Admitted within the fair share of its role and its partition");
      return admitCounted(request, ticket);
    }
    FairRejection rejection = refusals.refuse(ticket, request, competitor);
    if (now == Mode.OBSERVE) {
      wouldRefuse.inc();
      rejection.countObserved();
      Tracing.trace(
          "Admitted, as fair shares are only observed: {}", rejection.answer().getMessage());
      return admit(request, admission.enterAnyway());
    }
    return rejection;
  }

  /** A group's read waits if its partition has been read just before: the group grows meanwhile. */
  private boolean isBeforeItsTurn(
      Request request, Competitor competitor, Occasion occasion, Mode now) {
    return now == Mode.ON
        && occasion == Occasion.TURN
        && !groups.mayStart(competitor.partition(), request.startedNanos());
  }

  private int enter(Competitor competitor, double number) {
    return admission.enter(
        competitor.tenant(),
        competitor.weight(),
        competitor.partition(),
        competitor.replicas(),
        number);
  }

  /** A request in turn waits already: for the next read of its group. */
  private boolean mayWait(Request request, Occasion occasion) {
    EffectiveLevel level = occasion == Occasion.TURN ? null : node.level(request);
    return level != null && level.workload() == Workload.BATCH;
  }

  private static Verdict admit(Request request, int number) {
    ticketOf(request).number = number;
    return Verdict.ADMIT;
  }

  private static Verdict admitCounted(Request request, int number) {
    Ticket ticket = ticketOf(request);
    ticket.number = number;
    // Another thread reads the ranges of this node.
    boolean isKnown = request.kind() != RequestKind.RANGE_READS;
    ticket.processorNanos = isKnown ? ThreadTime.processorNanos() : ThreadTime.UNKNOWN;
    return Verdict.ADMIT;
  }

  private static Ticket ticketOf(Request request) {
    Ticket ticket = request.get(TICKET);
    if (ticket == null) {
      ticket = new Ticket();
      request.set(TICKET, ticket);
    }
    return ticket;
  }

  @Override
  public @Nullable Rejection leave(Request request, @Nullable Throwable failure) {
    Ticket ticket = request.get(TICKET);
    if (ticket != null && ticket.number != Ticket.NONE) {
      int number = ticket.number;
      ticket.number = Ticket.NONE;
      if (FairAdmission.isUncounted(number)) {
        admission.leave(number);
      } else if (ticket.processorNanos == ThreadTime.UNKNOWN) {
        admission.leaveWithWaits(number, time.monotonicNanos() - request.startedNanos());
      } else {
        admission.leave(number, ThreadTime.processorNanos() - ticket.processorNanos);
      }
    }
    return null;
  }

  /** Requests in flight on this node. */
  public int inFlight() {
    return admission.inFlight();
  }

  /** How many it may have in flight; infinite while nothing waits. */
  public double room() {
    return admission.room();
  }

  /** Whether requests wait, so that the room is finite. */
  public boolean isOverloaded() {
    return Double.isFinite(room());
  }

  /** For how long the node has been overloaded since it started, in nanoseconds. */
  public long overloadedNanos() {
    return overloadedNanos.sum();
  }

  /** What the last interval has told of waits. */
  public Signals signals() {
    return admission.signals();
  }

  /** Replicas that have told this node that they are overloaded. */
  public Set<InetAddressAndPort> overloadedReplicas() {
    return admission.replicas().nodes();
  }

  /** Roles and classes of requests that are held back now, at most some hundred. */
  public List<HeldBack> heldBack() {
    return refusals.all();
  }

  /** Requests of the roles with a service level that were refused in the last second. */
  public long refusedPerSecond(String level) {
    int tenant = Competitor.tenantOf(level);
    return heldBack().stream()
        .filter(held -> held.what().competitor().tenant() == tenant)
        .mapToLong(HeldBack::refusedPerSecond)
        .sum();
  }

  /** Requests that were rejected. */
  public Counter refused() {
    return refusals.refused();
  }

  /** Requests that would have been refused if the node did not only observe. */
  public Counter wouldRefuse() {
    return wouldRefuse;
  }

  /** Requests of batch workloads that have waited before their second try. */
  public Counter waited() {
    return waited;
  }

  /** The ticket of the request that a thread executes. */
  private static final class Ticket {
    static final int NONE = -1;

    private int number = NONE;
    private long processorNanos;
  }
}
