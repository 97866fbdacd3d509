package io.goodput.cassandra.watch;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.EarlyStep;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Refusal;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Reply;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.Slot;
import io.goodput.cassandra.request.Verdict;
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
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/**
 * Watches what clients ask this node for, as their coordinator: which partitions of users' tables
 * are the busiest, limited or not, and which clients use them.
 *
 * <p>It looks at a random sample of about {@value #SAMPLES_PER_SECOND} requests per second, or at
 * all if there are fewer. A request that is not chosen costs a look at a counter of its thread. A
 * chosen one is authorized, and costs its partition keys, of which one is copied, a look at a clock
 * and at the values of its answer; a thread of the plug-in does the rest. The memory is fixed:
 * three tables of {@value #KEYS} partitions, one of as many clients, and as many samples and
 * outcomes, and the latest texts of statements.
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

  /** What the watch knows of the request under way; empty unless it was chosen. */
  private static final Slot<WatchedRequest> CHOSEN = new Slot<>();

  private final TimeSource time;
  private final Faults faults;
  private final ShownStatements statements = new ShownStatements();
  private final RecentSamples<WatchedRequest> samples = new RecentSamples<>(KEYS);
  private final RecentSamples<Outcome> outcomes = new RecentSamples<>(KEYS);
  private final LongAdder seen = new LongAdder();
  private final HeavyRates<WatchedPartition> partitions;
  private final HeavyRates<WatchedClient> clients;
  private final HeavyRates<WatchedPartition> bytes;
  private final HeavyRates<WatchedPartition> inFlight;
  private EventRate requests;
  private volatile boolean enabled;

  /** The watch looks at one request in this many. */
  private volatile int oneIn;

  /**
   * A watch that begins now.
   *
   * @param time the clock by which requests are timed
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
    this.bytes = new HeavyRates<>(KEYS, HALF_LIFE_NANOS, now);
    this.inFlight = new HeavyRates<>(KEYS, HALF_LIFE_NANOS, now);
    this.requests = EventRate.averaged(Nanos.PER_SECOND, 0, now);
    this.enabled = enabled;
    this.oneIn = oneIn;
  }

  @Override
  public String activity() {
    return "watching a request";
  }

  @Override
  public Verdict decide(Request request, Occasion occasion) {
    if (enabled && !request.course().isWatched()) {
      int weight = weight(request);
      if (weight > 0) {
        seen.add(weight);
        WatchedRequest sample = chosen(request, weight, true);
        add(sample);
        request.set(CHOSEN, sample);
      }
    }
    return Verdict.ADMIT;
  }

  /** Also looks at what the chosen ones of the requests get that this step executes. */
  public Execution measuring(Execution step) {
    return request -> {
      ResultMessage answer = step.execute(request);
      WatchedRequest sample = request.get(CHOSEN);
      if (sample != null) {
        request.set(CHOSEN, null);
        ended(sample, answer instanceof Refusal ? null : answer);
      }
      return answer;
    };
  }

  @Override
  public @Nullable Rejection leave(Request request, @Nullable Throwable failure) {
    WatchedRequest failed = request.get(CHOSEN);
    if (failed != null) {
      request.set(CHOSEN, null);
      ended(failed, null);
    }
    return null;
  }

  /** Also sees the requests that another step answers when they arrive. */
  public EarlyStep watching(EarlyStep step) {
    return new EarlyStep() {
      @Override
      public boolean isActive(long now) {
        return step.isActive(now);
      }

      @Override
      public boolean hasWaiting() {
        return step.hasWaiting();
      }

      @Override
      public Verdict decide(Request request, Reply reply) {
        int weight = enabled ? weight(request) : 0;
        WatchedRequest sample = weight == 0 ? null : sampleOrNull(request, weight);
        Verdict verdict =
            step.decide(
                request,
                sample == null ? reply : new WatchedReply(reply, sample, RequestWatch.this::ended));
        if (weight > 0 && Verdict.isFinal(verdict)) {
          faults.guard("watching a request", () -> decided(sample, weight, verdict));
        }
        return verdict;
      }
    };
  }

  private void decided(@Nullable WatchedRequest sample, int weight, Verdict verdict) {
    seen.add(weight);
    add(sample);
    if (sample != null && verdict != Verdict.WAIT) {
      ended(sample, verdict instanceof Verdict.Answer answer ? answer.message() : null);
    }
  }

  /** A sample of the request; null if it does not count. */
  private static @Nullable WatchedRequest chosen(
      Request request, int weight, boolean mayBeForbidden) {
    if (request.kind() == RequestKind.EXEMPT) {
      return null;
    }
    try {
      if (mayBeForbidden) {
        request.authorize();
      }
      return WatchedRequest.of(request, weight);
    } catch (RequestValidationException | RequestExecutionException e) {
      // Cassandra fails in the same way and tells the client why.
      return null;
    }
  }

  /**
   * The same for a request that has just arrived; null if its partitions take time, because no step
   * answers it then. A fault must not keep it from its answer.
   */
  private @Nullable WatchedRequest sampleOrNull(Request request, int weight) {
    try {
      return request.onlyPartition() == null ? null : chosen(request, weight, false);
    } catch (Throwable e) {
      faults.report(activity(), e);
      return null;
    }
  }

  private int weight(Request request) {
    Thinning thinning = request.get(THINNING);
    if (thinning == null) {
      thinning = new Thinning(() -> ThreadLocalRandom.current().nextDouble());
      request.set(THINNING, thinning);
    }
    return thinning.weight(oneIn);
  }

  private void add(@Nullable WatchedRequest sample) {
    if (sample != null) {
      samples.add(sample);
    }
  }

  /**
   * Records the end of a chosen request, on the thread that answers the client.
   *
   * @param answer null if the client gets an error, or if it is not known what it gets
   */
  private void ended(WatchedRequest sample, @Nullable Object answer) {
    try {
      double got = sample.partition().isRead() ? AnswerBytes.of(answer) : sample.sentBytes();
      long nanos = Math.max(0, time.monotonicNanos() - sample.startedNanos());
      outcomes.add(
          new Outcome(
              sample.partition(),
              answer == null ? 0 : got * sample.requests(),
              Nanos.toSeconds(nanos) * sample.weight()));
    } catch (Throwable e) {
      faults.report(activity(), e);
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
    bytes.advance(now);
    inFlight.advance(now);
    samples.take(
        (sample, each) -> {
          partitions.add(sample.partition(), sample.weight() * each);
          clients.add(sample.watchedClient(statements), sample.weight() * each);
        });
    outcomes.take(
        (outcome, each) -> {
          bytes.add(outcome.partition(), outcome.bytes() * each);
          inFlight.add(outcome.partition(), outcome.seconds() * each);
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
    statements.clear();
    samples.clear();
    outcomes.clear();
    partitions.clear(now);
    bytes.clear(now);
    inFlight.clear(now);
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

  /** What the requests of a partition take of this node. */
  public synchronized Use use(WatchedPartition partition) {
    return new Use(bytes.perSecond(partition), inFlight.perSecond(partition));
  }

  /** The clients with the most requests, the busiest first. */
  public synchronized List<Rate<WatchedClient>> clients() {
    return clients.highest(KEYS);
  }

  /**
   * What the requests of a partition take of a node that coordinates them, on average over the last
   * seconds.
   *
   * @param bytesPerSecond of the values that clients read, or write
   * @param inFlight requests in flight; one counts once it has ended
   */
  public record Use(double bytesPerSecond, double inFlight) {}

  /**
   * What a chosen request has taken, multiplied by the number of requests that it represents.
   *
   * @param bytes of the values that the clients have got, or have written
   * @param seconds for which the requests were in flight
   */
  private record Outcome(WatchedPartition partition, double bytes, double seconds) {}
}
