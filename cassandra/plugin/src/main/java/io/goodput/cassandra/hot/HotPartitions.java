package io.goodput.cassandra.hot;

import io.goodput.cassandra.limit.Operation;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.watch.RequestWatch;
import io.goodput.cassandra.watch.RequestWatch.Use;
import io.goodput.cassandra.watch.WatchedPartition;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.limit.PartitionRate;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import io.goodput.core.watch.HeavyRates.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The busiest partitions, with their names: those that are counted for a limit, and all others that
 * clients ask this node for. Thread-safe.
 */
final class HotPartitions {

  private final PartitionLimits limits;
  private final PartitionNames names;
  private final RequestWatch watch;
  private final int most;
  private final TimeSource time = TimeSource.system();
  private List<Row> recent = List.of();
  private long readNanos = time.monotonicNanos() - Nanos.PER_SECOND;

  /**
   * Partitions as this node counts them.
   *
   * @param most how many partitions to show at most
   */
  HotPartitions(PartitionLimits limits, PartitionNames names, RequestWatch watch, int most) {
    this.limits = limits;
    this.names = names;
    this.watch = watch;
    this.most = most;
  }

  /** The partitions as they were at most a second ago, because to rank them reads all counters. */
  synchronized List<Row> recent() {
    long now = time.monotonicNanos();
    if (now - readNanos >= Nanos.PER_SECOND) {
      recent = rows();
      readNanos = now;
    }
    return recent;
  }

  /** The partitions, hottest first. */
  List<Row> rows() {
    Map<WatchedPartition, Double> watched = new LinkedHashMap<>();
    for (Rate<WatchedPartition> busy : watch.partitions(Integer.MAX_VALUE)) {
      watched.put(busy.key(), busy.perSecond());
    }
    List<Row> rows = new ArrayList<>();
    Set<WatchedPartition> counted = new HashSet<>();
    for (PartitionRate hot : limits.hottest(most)) {
      PartitionNames.Name name = names.of(hot.key());
      WatchedPartition partition = name == null ? null : partition(name);
      // For some seconds, a limit and the override that has replaced it count the same partition.
      if (name != null && partition != null && counted.add(partition)) {
        rows.add(counted(hot, name, partition, watched));
      }
    }
    watched.forEach(
        (partition, perSecond) -> {
          if (perSecond >= RequestWatch.LEAST_BUSY) {
            rows.add(Row.watched(partition, perSecond, watch.use(partition)));
          }
        });
    rows.sort(Comparator.comparingDouble(Row::rate).reversed());
    List<Row> ranked = new ArrayList<>();
    for (int i = 0; i < Math.min(rows.size(), most); i++) {
      ranked.add(rows.get(i).withRank(i + 1));
    }
    return ranked;
  }

  /** A partition that is counted for a limit; takes it from the watched ones. */
  private Row counted(
      PartitionRate hot,
      PartitionNames.Name name,
      WatchedPartition partition,
      Map<WatchedPartition, Double> watched) {
    Double coordinated = watched.remove(partition);
    boolean isEnforced = name.limit().isEnforced();
    return new Row(
        0,
        partition,
        hot.perSecond(),
        isEnforced ? hot.rejectedPerSecond() : 0,
        isEnforced ? 0 : hot.rejectedPerSecond(),
        names.coalesced(hot.key()),
        names.answeredStale(hot.key()),
        watch.isEnabled() ? Objects.requireNonNullElse(coordinated, 0.0) : null,
        watch.isEnabled() ? watch.use(partition) : null);
  }

  static WatchedPartition partition(PartitionNames.Name name) {
    boolean isRead = name.limit().operation() == Operation.READS;
    return new WatchedPartition(name.limit().table(), isRead, name.token(), name.key());
  }

  /**
   * One partition.
   *
   * @param rank 1 for the hottest
   * @param rate operations per second, rejected ones included
   * @param rejectedRate rejected operations per second
   * @param wouldRejectRate operations per second over a limit that only observes
   * @param coalesced reads that got the answer of another client's read; null if no limit counts
   *     them
   * @param answeredStale reads over the limit that got a stale answer; null likewise
   * @param coordinated operations per second that clients ask this node for; null if it does not
   *     watch requests
   * @param use what those operations take; null likewise
   */
  record Row(
      int rank,
      WatchedPartition partition,
      double rate,
      double rejectedRate,
      double wouldRejectRate,
      @Nullable Long coalesced,
      @Nullable Long answeredStale,
      @Nullable Double coordinated,
      @Nullable Use use) {

    static Row watched(WatchedPartition partition, double perSecond, Use use) {
      return new Row(0, partition, perSecond, 0, 0, null, null, perSecond, use);
    }

    /** Whether a limit counts the partition, which then has the operations of replicas, too. */
    boolean isCounted() {
      return coalesced != null;
    }

    Row withRank(int newRank) {
      return new Row(
          newRank,
          partition,
          rate,
          rejectedRate,
          wouldRejectRate,
          coalesced,
          answeredStale,
          coordinated,
          use);
    }
  }
}
