package io.goodput.cassandra.event;

import static io.goodput.cassandra.event.EventKind.FAULT;
import static io.goodput.cassandra.event.EventKind.REJECTIONS_BEGAN;
import static io.goodput.cassandra.event.EventKind.REJECTIONS_ENDED;

import io.goodput.cassandra.deadline.RequestQueue;
import io.goodput.cassandra.event.HotPartitionWatch.Busy;
import io.goodput.cassandra.fair.FairGuard;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.memtable.MemtableGuard;
import io.goodput.cassandra.watch.RequestWatch;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.Episode;
import io.goodput.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.cassandra.service.StorageService;

/** Looks for events in what the parts of the plug-in count anyway. For one thread. */
public final class EventWatch {

  /** The time between two ticks. */
  public static final long TICK_NANOS = Nanos.PER_SECOND;

  /** For how many ticks rejections must have ceased before they have ended. */
  static final int QUIET_TICKS = 10;

  /** Faults of a minute are one event. */
  private static final int QUIET_TICKS_OF_FAULTS = 60;

  private final Events events;
  private final List<Runnable> watches = new ArrayList<>();

  /** Nothing is watched yet. */
  public EventWatch(Events events) {
    this.events = events;
  }

  /** Watches the limits of tables, and what they reject. */
  public void watch(LimitedTables tables, PartitionLimits limits, PartitionNames names) {
    watches.add(new LimitChanges(tables, events)::tick);
    watches.add(new LimitRejections(tables, limits, names, events)::tick);
  }

  /**
   * Watches for hot partitions, with a limit or without.
   *
   * @param requests that this node coordinates or serves as a replica, per second
   */
  public void watch(
      PartitionLimits limits, PartitionNames names, RequestWatch sample, DoubleSupplier requests) {
    watches.add(
        new HotPartitionWatch(
                () ->
                    Stream.concat(counted(limits, names, requests), sampled(sample))
                        .max(Comparator.comparingDouble(Busy::perSecond))
                        .orElse(null),
                events)
            ::tick);
  }

  private static Stream<Busy> counted(
      PartitionLimits limits, PartitionNames names, DoubleSupplier requests) {
    return Stream.ofNullable(names.busiest())
        .map(
            name ->
                new Busy(
                    name.limit().table(),
                    name.limit().operation().toString(),
                    name.token(),
                    name.key(),
                    limits.perSecond(name.counter()),
                    requests.getAsDouble()));
  }

  private static Stream<Busy> sampled(RequestWatch watch) {
    return watch.partitions(1).stream()
        .map(
            busy ->
                new Busy(
                    busy.key().table(),
                    busy.key().kind(),
                    busy.key().token(),
                    busy.key().key(),
                    busy.perSecond(),
                    watch.perSecond()));
  }

  /** Watches fair shares. */
  public void watch(FairGuard fairShares) {
    watches.add(new FairShareRefusals(fairShares, events)::tick);
  }

  /** Watches for requests that are dropped because they waited too long. */
  public void watch(Iterable<RequestQueue> queues) {
    for (RequestQueue queue : queues) {
      String requests = queue.kind().toString().replace('_', ' ');
      watchRefusals(
          () -> queue.droppedTooLate().getCount() + queue.droppedForOverload().getCount(),
          "Some " + requests + " wait too long in this node's queue, and Goodput drops them",
          "No " + requests + " were dropped from this node's queue for 10 s");
    }
  }

  /** Watches for writes that are rejected because memtables are full. */
  public void watch(MemtableGuard memtables) {
    watchRefusals(
        memtables.rejected()::getCount,
        "Memtables fill up faster than this node flushes them, and Goodput rejects some writes",
        "No writes were rejected for the memory of memtables for 10 s");
  }

  private void watchRefusals(LongSupplier refused, String began, String ended) {
    Growth growth = new Growth(refused, QUIET_TICKS);
    watches.add(
        () -> {
          switch (growth.tick()) {
            case BEGAN -> events.add(REJECTIONS_BEGAN, began);
            case ENDED -> events.add(REJECTIONS_ENDED, ended);
            case NONE -> {}
          }
        });
  }

  /** Watches for failures of the plug-in itself. */
  public void watch(Faults faults) {
    Growth growth = new Growth(faults.count()::getCount, QUIET_TICKS_OF_FAULTS);
    watches.add(
        () -> {
          if (growth.tick() == Episode.Change.BEGAN) {
            events.add(
                FAULT,
                "Goodput failed while %s: search the log for the cause"
                    .formatted(faults.latestActivity()));
          }
        });
  }

  /** Looks for events, once the node is up; called every {@link #TICK_NANOS}. */
  public void tick() {
    // Before that, the schema is being loaded.
    if (StorageService.instance.isNormal()) {
      watches.forEach(Runnable::run);
    }
  }
}
