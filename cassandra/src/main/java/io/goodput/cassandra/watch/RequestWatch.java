package io.goodput.cassandra.watch;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.ArrivalStep;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Reply;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.Slot;
import io.goodput.core.time.EventRate;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import io.goodput.core.watch.HeavyRates;
import io.goodput.core.watch.HeavyRates.Rate;
import io.goodput.core.watch.RecentSamples;
import io.goodput.core.watch.Thinning;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.jspecify.annotations.Nullable;

/**
 * Watches what clients ask this node for, as their coordinator: which partitions of users' tables
 * are the busiest, limited or not, and which clients use them.
 *
 * <p>It looks at a random sample of about {@value #SAMPLES_PER_SECOND} requests per second, or at
 * all if there are fewer. A request that is not chosen costs a look at a counter of its thread. A
 * chosen one is authorized, and costs its partition keys, of which one is copied; a thread of the
 * plug-in does the rest. The memory is fixed: {@value #KEYS} partitions, as many clients, and as
 * many samples.
 *
 * <p>Thread-safe; takes no lock on the threads of requests.
 */
public final class RequestWatch implements Guard {

  /** Time between two ticks, in nanoseconds. */
  public static final long TICK_NANOS = Nanos.PER_SECOND / 4;

  /** A partition with fewer operations per second is not busy. */
  public static final double LEAST_BUSY = 1;

  static final int SAMPLES_PER_SECOND = 1000;
  private static final int KEYS = 1024;
  private static final long HALF_LIFE_NANOS = 2 * Nanos.PER_SECOND;

  /** The choice of each thread; it stays from request to request. */
  private static final Slot<Thinning> THINNING = new Slot<>();

  private final TimeSource time;
  private final Faults faults;
  private final RecentSamples<Sample> samples = new RecentSamples<>(KEYS);
  private final LongAdder seen = new LongAdder();
  private final HeavyRates<WatchedPartition> partitions;
  private final HeavyRates<WatchedClient> clients;
  private EventRate requests;
  private volatile boolean enabled;

  /** The watch looks at one request in this many. */
  private volatile int oneIn;

  /**
   * A watch that begins now.
   *
   * @param enabled whether it looks at requests at all
   */
  public RequestWatch(TimeSource time, boolean enabled, Faults faults) {
    this(time, enabled, 1, faults);
  }

  /**
   * A watch that begins with this sample.
   *
   * @param oneIn looks at one request in this many until the first {@link #tick}
   */
  RequestWatch(TimeSource time, boolean enabled, int oneIn, Faults faults) {
    long now = time.monotonicNanos();
    this.time = time;
    this.faults = faults;
    this.partitions = new HeavyRates<>(KEYS, HALF_LIFE_NANOS, now);
    this.clients = new HeavyRates<>(KEYS, HALF_LIFE_NANOS, now);
    this.requests = EventRate.averaged(Nanos.PER_SECOND, 0, now);
    this.enabled = enabled;
    this.oneIn = oneIn;
  }

  @Override
  public String activity() {
    return "watching a request";
  }

  @Override
  public @Nullable CassandraException enter(Request request) {
    if (enabled && !request.course().isWatched()) {
      see(request, true);
    }
    return null;
  }

  /** Also sees the requests that another step answers when they arrive. */
  public ArrivalStep watching(ArrivalStep step) {
    return new ArrivalStep() {
      @Override
      public boolean isActive(long now) {
        return step.isActive(now);
      }

      @Override
      public boolean arrive(Request request, Reply reply) {
        boolean isAnswered = step.arrive(request, reply);
        if (isAnswered && enabled) {
          seeAnswered(request);
        }
        return isAnswered;
      }
    };
  }

  /**
   * The client may send the request, because it was answered. A fault here must not have it
   * answered again.
   */
  private void seeAnswered(Request request) {
    try {
      see(request, false);
    } catch (Throwable e) {
      faults.report(activity(), e);
    }
  }

  private void see(Request request, boolean mayBeForbidden) {
    Thinning thinning = request.get(THINNING);
    if (thinning == null) {
      thinning = new Thinning(() -> ThreadLocalRandom.current().nextDouble());
      request.set(THINNING, thinning);
    }
    int weight = thinning.weight(oneIn);
    if (weight > 0) {
      look(request, weight, mayBeForbidden);
    }
  }

  private void look(Request request, int weight, boolean mayBeForbidden) {
    seen.add(weight);
    if (request.kind() == RequestKind.EXEMPT) {
      return;
    }
    try {
      if (mayBeForbidden) {
        request.authorize();
      }
      Sample sample = Sample.of(request, weight);
      if (sample != null) {
        samples.add(sample);
      }
    } catch (RequestValidationException | RequestExecutionException e) {
      // Cassandra fails in the same way and tells the client why.
    }
  }

  /** Counts the samples, and adapts their number; called every {@link #TICK_NANOS}. */
  public synchronized void tick() {
    if (enabled) {
      long now = time.monotonicNanos();
      adapt(now);
      count(now);
    }
  }

  private void adapt(long now) {
    requests.sample(seen.sum(), now);
    oneIn = (int) Math.max(1, requests.perSecond() / SAMPLES_PER_SECOND);
  }

  /** Counts the samples that have come since the last call. */
  synchronized void count(long now) {
    partitions.advance(now);
    clients.advance(now);
    samples.take(
        (sample, each) -> {
          partitions.add(sample.partition(), sample.weight() * each);
          clients.add(sample.watchedClient(), sample.weight() * each);
        });
  }

  /** Whether requests are watched. */
  public boolean isEnabled() {
    return enabled;
  }

  /** Switches the watch on or off. It forgets all. */
  public synchronized void setEnabled(boolean wanted) {
    enabled = wanted;
    long now = time.monotonicNanos();
    samples.clear();
    partitions.clear(now);
    clients.clear(now);
    requests = EventRate.averaged(Nanos.PER_SECOND, seen.sum(), now);
    oneIn = 1;
  }

  /** All watched requests per second, each counted once for each of its partitions. */
  public synchronized double perSecond() {
    return partitions.totalPerSecond();
  }

  /** The partitions with the most requests, the busiest first. */
  public synchronized List<Rate<WatchedPartition>> partitions(int atMost) {
    return partitions.highest(atMost);
  }

  /** The clients with the most requests, the busiest first. */
  public synchronized List<Rate<WatchedClient>> clients() {
    return clients.highest(KEYS);
  }
}
