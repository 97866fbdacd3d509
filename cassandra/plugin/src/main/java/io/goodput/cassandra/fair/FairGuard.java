package io.goodput.cassandra.fair;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.Slot;
import io.goodput.core.fair.BriefWaits;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.FairAdmission;
import io.goodput.core.fair.GroupReads;
import io.goodput.core.fair.NodeShares;
import io.goodput.core.fair.ProcessorUse;
import io.goodput.core.fair.ServiceLevel;
import io.goodput.core.fair.Signals;
import io.goodput.core.fair.Workload;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.tracing.Tracing;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests of tenants and partitions that have more than their fair share of this node in
 * flight while requests wait for threads or processors. Refuses nothing otherwise.
 *
 * <p>Thread-safe and lock-free. While nothing waits, a request costs two atomic additions. A
 * request of a batch workload that would be refused waits first, as long as few others do.
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

  private final FairAdmission<InetAddressAndPort> admission =
      new FairAdmission<>(leastRoom(), RequestClock.now());
  private final Refusals refusals =
      new Refusals(admission, FBUtilities.getBroadcastNativeAddressAndPort().getHostAddress(false));
  private final StressExchange stress;
  private final ProcessorTime processors = new ProcessorTime();
  private final GroupReads groups = new GroupReads(RequestClock.now());
  private final BriefWaits waits = new BriefWaits(RequestClock.SOURCE, threadsPart());
  private final Counter refused = new Counter();
  private final Counter wouldRefuse = new Counter();
  private final Counter waited = new Counter();
  private final LongAdder overloadedNanos = new LongAdder();
  private final ServiceLevels levels;
  private volatile FairSharesMode mode;
  private long lastTick = RequestClock.now();
  private int ticks;

  /**
   * A guard that refuses nothing yet.
   *
   * @param exchange carries what nodes tell each other of overloads
   */
  public FairGuard(FairSharesMode mode, ServiceLevels levels, Exchange exchange) {
    this.mode = mode;
    this.levels = levels;
    this.stress = new StressExchange(exchange, admission.replicas());
  }

  private static int leastRoom() {
    return Math.max(1, Math.min(LEAST_ROOM, threadsPart()));
  }

  private static int threadsPart() {
    return DatabaseDescriptor.getNativeTransportMaxThreads() / THREADS_PART;
  }

  /** What the node does about requests above their fair share. */
  public FairSharesMode mode() {
    return mode;
  }

  /** Changes that while the node runs. */
  public void setMode(FairSharesMode changed) {
    mode = changed;
  }

  /** Observes waits, and shares anew; called every {@link #TICK_NANOS}, by one thread. */
  public void tick() {
    boolean isOff = mode == FairSharesMode.OFF;
    long now = RequestClock.now();
    if (isOverloaded()) {
      overloadedNanos.add(now - lastTick);
    }
    lastTick = now;
    admission.tick(now, isOff ? ProcessorUse.NONE : processors.use());
    stress.tick(admission.stress());
    if (++ticks % TICKS_PER_SECOND == 0) {
      refusals.refresh();
    }
  }

  @Override
  public String activity() {
    return "sharing the node";
  }

  @Override
  public @Nullable CassandraException enter(Request request) {
    FairSharesMode now = mode;
    if (now == FairSharesMode.OFF || request.kind() == RequestKind.EXEMPT) {
      return null;
    }
    int ticket = admission.enter(request.queuedNanos());
    return ticket == FairAdmission.LIMITED ? enterLimited(request, now) : admit(request, ticket);
  }

  @Override
  public boolean isActiveOnArrival(long now) {
    return mode == FairSharesMode.ON && admission.isLimited();
  }

  /** Refuses a request on one partition that has more than its share, unless it may wait. */
  @Override
  public @Nullable CassandraException arrive(Request request) {
    if (!isActiveOnArrival(0)
        || request.kind() == RequestKind.EXEMPT
        || request.onlyPartition() == null) {
      return null;
    }
    EffectiveLevel level = levels.of(request);
    if (mayWait(request, level)) {
      return null;
    }
    int tenant = Contender.tenantOf(request, level);
    int ofClass = Contender.classOf(request, tenant);
    int bits = StressedReplicas.of(request, admission.replicas());
    int ticket = enter(tenant, shares(level), ofClass, bits, random());
    if (FairAdmission.isRefused(ticket)) {
      refused.inc();
      return refusals.refuse(ticket, request, tenant, ofClass, bits);
    }
    // It counts as in flight once a thread executes it.
    admission.withdraw(ticket);
    request.course().keep();
    return null;
  }

  private @Nullable CassandraException enterLimited(Request request, FairSharesMode now) {
    EffectiveLevel level = levels.of(request);
    int tenant = Contender.tenantOf(request, level);
    int ofClass = Contender.classOf(request, tenant);
    int shares = shares(level);
    int bits = StressedReplicas.of(request, admission.replicas());
    int ticket =
        isBeforeItsTurn(request, ofClass, now)
            ? NodeShares.CLASS_REFUSED
            : enter(tenant, shares, ofClass, bits, request.course().isKept() ? KEPT : random());
    if (FairAdmission.isRefused(ticket)
        && now == FairSharesMode.ON
        && mayWait(request, level)
        && waits.await(TICK_NANOS)) {
      waited.inc();
      ticket = enter(tenant, shares, ofClass, bits, random());
    }
    if (!FairAdmission.isRefused(ticket)) {
      Tracing.trace("Admitted within the fair share of its role and its partition");
      return admitCounted(request, ticket);
    }
    CassandraException answer = refusals.refuse(ticket, request, tenant, ofClass, bits);
    if (now == FairSharesMode.OBSERVE) {
      wouldRefuse.inc();
      Tracing.trace("Admitted, as fair shares are only observed: {}", answer.getMessage());
      return admit(request, admission.enterAnyway());
    }
    refused.inc();
    return answer;
  }

  /** A group's read waits if its class has read just before: the group grows meanwhile. */
  private boolean isBeforeItsTurn(Request request, int ofClass, FairSharesMode now) {
    return now == FairSharesMode.ON
        && request.course().isInTurn()
        && !groups.mayStart(ofClass, request.startedNanos());
  }

  private static int shares(@Nullable EffectiveLevel level) {
    return level == null ? ServiceLevel.MOST_SHARES : level.shares();
  }

  private static double random() {
    return ThreadLocalRandom.current().nextDouble();
  }

  private int enter(int tenant, int shares, int ofClass, int bits, double random) {
    return admission.enter(tenant, shares, ofClass, bits, random);
  }

  /** A request in turn waits already: for the next read of its group. */
  private static boolean mayWait(Request request, @Nullable EffectiveLevel level) {
    return level != null && level.workload() == Workload.BATCH && !request.course().isInTurn();
  }

  private static @Nullable CassandraException admit(Request request, int number) {
    ticketOf(request).number = number;
    return null;
  }

  private static @Nullable CassandraException admitCounted(Request request, int number) {
    Ticket ticket = ticketOf(request);
    ticket.number = number;
    // Another thread reads the ranges of this node.
    boolean isKnown = request.kind() != RequestKind.RANGE_READS;
    ticket.processorNanos = isKnown ? ThreadTime.processorNanos() : ThreadTime.UNKNOWN;
    return null;
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
  public @Nullable CassandraException leave(Request request, @Nullable Throwable failure) {
    Ticket ticket = request.get(TICKET);
    if (ticket != null && ticket.number != Ticket.NONE) {
      int number = ticket.number;
      ticket.number = Ticket.NONE;
      if (FairAdmission.isUncounted(number)) {
        admission.leave(number);
      } else if (ticket.processorNanos == ThreadTime.UNKNOWN) {
        admission.leaveWithWaits(number, RequestClock.now() - request.startedNanos());
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
    int tenant = Contender.tenantOf(level);
    return heldBack().stream()
        .filter(held -> held.what().tenant() == tenant)
        .mapToLong(HeldBack::refusedPerSecond)
        .sum();
  }

  /** Requests that were refused. */
  public Counter refused() {
    return refused;
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
