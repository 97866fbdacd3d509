package io.goodput.cassandra.deadline;

import static io.goodput.cassandra.settings.Settings.DROP_LATE_REQUESTS;

import com.codahale.metrics.Gauge;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.event.RejectionWatch;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.view.Metrics;
import io.goodput.cassandra.view.View;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;

/** Sheds late requests, and shows the queues in which they wait. */
public final class DeadlineFeature implements Feature {

  private final DeadlineGuard guard;
  private final boolean isOn;
  private final Events events;

  /**
   * Queues in which nothing waits.
   *
   * @param levels may tell the client timeout of a role
   * @param overloaded whether requests wait for threads or processors
   */
  public DeadlineFeature(
      Settings settings, ServiceLevels levels, BooleanSupplier overloaded, Events events) {
    this.guard = new DeadlineGuard(settings.clientTimeouts(), levels, overloaded);
    this.isOn = settings.get(DROP_LATE_REQUESTS);
    this.events = events;
  }

  /** How long the client of a request waits for it, in nanoseconds from its arrival. */
  public long timeoutNanos(Request request) {
    return guard.timeoutNanos(request);
  }

  @Override
  public List<Guard> guards() {
    return isOn ? List.of(guard) : List.of();
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(
        View.<RequestQueue>of(
                "queue", "requests that this node drops: those that wait too long, and repeats")
            .partitionKey("kind", UTF8Type.instance, queue -> queue.kind().toString())
            .bigint("client_timeout_ms", queue -> millis(queue.clientTimeoutNanos()))
            .bigint("service_ms", queue -> millis(queue.expectedServiceNanos()))
            .bool("standing", RequestQueue::isStanding)
            .bigint("dropped_too_late", queue -> queue.droppedTooLate().getCount())
            .bigint("dropped_for_overload", queue -> queue.droppedForOverload().getCount())
            .bigint("dropped_repeats", queue -> queue.droppedRepeats().getCount())
            .over(guard::queues));
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  @Override
  public void register(Metrics metrics) {
    metrics.flag("DropsLateRequests", () -> isOn);
    guard.queues().forEach(queue -> register(metrics, queue));
  }

  private static void register(Metrics metrics, RequestQueue queue) {
    String kind = queue.kind().toString();
    metrics.register(Metrics.scoped(kind, "DroppedTooLate"), queue.droppedTooLate());
    metrics.register(Metrics.scoped(kind, "DroppedForOverload"), queue.droppedForOverload());
    metrics.register(Metrics.scoped(kind, "DroppedRepeats"), queue.droppedRepeats());
    metrics.register(
        Metrics.scoped(kind, "StandingQueue"), (Gauge<Integer>) () -> queue.isStanding() ? 1 : 0);
    metrics.register(
        Metrics.scoped(kind, "ClientTimeoutSeconds"), Metrics.seconds(queue::clientTimeoutNanos));
    metrics.register(
        Metrics.scoped(kind, "ServiceSeconds"), Metrics.seconds(queue::expectedServiceNanos));
  }

  @Override
  public List<Runnable> watches() {
    return guard.queues().stream().flatMap(this::watches).toList();
  }

  private Stream<Runnable> watches(RequestQueue queue) {
    String requests = queue.kind().toString().replace('_', ' ');
    return Stream.of(
        new RejectionWatch(
            events,
            () -> queue.droppedTooLate().getCount() + queue.droppedForOverload().getCount(),
            "Some "
                + requests
                + " wait too long in this node's queue, and Goodput drops them"
                + (queue.knowsItsClients() ? "" : advice(queue)),
            "No " + requests + " were dropped from this node's queue for 10 s"),
        new RejectionWatch(
            events,
            () -> queue.droppedRepeats().getCount(),
            "This node is overloaded, and Goodput drops repeats of " + requests + " that failed",
            "No repeats of " + requests + " were dropped for 10 s"));
  }

  private static String advice(RequestQueue queue) {
    return "; if clients that do not state their timeout wait for less than Cassandra does, set"
        + " client_timeout_"
        + queue.kind()
        + " in goodput.yaml";
  }

  @Override
  public String state() {
    return isOn
        ? "late requests are dropped"
        : "late requests are served (drop_late_requests: false)";
  }
}
