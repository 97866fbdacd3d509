package io.goodput.cassandra.fair;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.Slot;
import io.goodput.core.fair.BriefWaits;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.FairAdmission;
import io.goodput.core.fair.ServiceLevel;
import io.goodput.core.fair.Workload;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.exceptions.CassandraException;
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

  /** Requests that a node may always have in flight, for each of its processors. */
  private static final int LEAST_ROOM = 4;

  /** The part of the request threads that this is at most, and that may wait for batches. */
  private static final int THREADS_PART = 4;

  /** Tickets stay with their threads, which reuse them. */
  private static final Slot<Ticket> TICKET = new Slot<>();

  private final FairAdmission admission = new FairAdmission(leastRoom(), RequestClock.now());
  private final ProcessorTime processors = new ProcessorTime();
  private final BriefWaits waits = new BriefWaits(RequestClock.SOURCE, threadsPart());
  private final CassandraException ofTenant = refusal("role, or its service level,");
  private final CassandraException ofClass = refusal("partition, or this kind of request,");
  private final Counter refused = new Counter();
  private final Counter wouldRefuse = new Counter();
  private final Counter waited = new Counter();
  private final ServiceLevels levels;
  private volatile FairSharesMode mode;

  /** A guard that refuses nothing yet. */
  public FairGuard(FairSharesMode mode, ServiceLevels levels) {
    this.mode = mode;
    this.levels = levels;
  }

  private static int leastRoom() {
    int ofProcessors = LEAST_ROOM * Runtime.getRuntime().availableProcessors();
    return Math.max(1, Math.min(ofProcessors, threadsPart()));
  }

  private static int threadsPart() {
    return DatabaseDescriptor.getNativeTransportMaxThreads() / THREADS_PART;
  }

  private static CassandraException refusal(String what) {
    return new FairShareException(
        ("Node %s is overloaded, and this %s has its fair share of requests in flight;"
                + " retry after %d ms")
            .formatted(
                FBUtilities.getBroadcastNativeAddressAndPort().getHostAddress(false),
                what,
                TimeUnit.NANOSECONDS.toMillis(TICK_NANOS)));
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
    if (!isOff) {
      processors.update();
    }
    admission.tick(
        RequestClock.now(),
        isOff ? 0 : processors.ranNanos(),
        isOff ? 0 : processors.waitedNanos(),
        isOff ? 0 : processors.delayedNanos());
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
    int number = admission.enter(request.queuedNanos());
    if (number == FairAdmission.LIMITED) {
      number = compete(request, now);
    }
    if (!FairAdmission.isRefused(number)) {
      ticketOf(request).number = number;
      return null;
    }
    if (now == FairSharesMode.OBSERVE) {
      wouldRefuse.inc();
      ticketOf(request).number = admission.enterAnyway();
      return null;
    }
    refused.inc();
    return number == FairAdmission.TENANT_REFUSED ? ofTenant : ofClass;
  }

  private int compete(Request request, FairSharesMode now) {
    EffectiveLevel level = levels.of(request);
    int tenant = Contender.tenantOf(request, level);
    int ofRequest = Contender.classOf(request, tenant);
    int shares = level == null ? ServiceLevel.MOST_SHARES : level.shares();
    int number = enter(tenant, shares, ofRequest);
    if (FairAdmission.isRefused(number)
        && now == FairSharesMode.ON
        && isBatch(request, level)
        && waits.await(TICK_NANOS)) {
      waited.inc();
      number = enter(tenant, shares, ofRequest);
    }
    return number;
  }

  /** A request on trial waits already: for the next read of its group. */
  private static boolean isBatch(Request request, @Nullable EffectiveLevel level) {
    return level != null && level.workload() == Workload.BATCH && !request.isTrial();
  }

  private int enter(int tenant, int shares, int ofRequest) {
    return admission.enter(tenant, shares, ofRequest, ThreadLocalRandom.current().nextDouble());
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
      admission.leave(number);
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
  }
}
