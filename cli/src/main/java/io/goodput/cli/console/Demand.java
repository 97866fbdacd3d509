package io.goodput.cli.console;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.BusyPartition.Place;
import io.goodput.cli.watch.Snapshot.LimitLine;
import io.goodput.cli.watch.Snapshot.Operations;
import io.goodput.cli.watch.Snapshot.Series;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The operations that clients send, and the share of each partition. The rate of a partition is
 * known each second, but the counts of nodes only with complete samples, some seconds apart. So the
 * partition's average over the same seconds tells how many operations go to others. For one thread.
 */
final class Demand {

  /** A rate that differs from its average by more than this part of it is changing. */
  private static final double STEADY = 0.2;

  /** A rate that differs by no more than this is not. */
  private static final double NOISE_PER_SECOND = 10;

  /**
   * A rate that is at most this part of the rate of the second before is falling. The rates of
   * partitions that get no more requests halve in two seconds.
   */
  private static final double FALLING = 0.85;

  /**
   * The rate of a partition.
   *
   * @param from the rate from which it has been falling since; the same if it is not falling
   */
  private record Rate(double perSecond, double from) {

    Rate then(double next) {
      return new Rate(next, next <= FALLING * perSecond ? from : next);
    }
  }

  private Map<Place, Rate> rates = Map.of();
  private final Map<Place, Double> sums = new HashMap<>();
  private final Map<String, Double> rejectedSums = new HashMap<>();
  private int seconds;

  /** Averages over the seconds between the last two complete samples. */
  private Map<Place, Double> averages = Map.of();

  /** The same, by kind. */
  private Map<String, Double> totals = Map.of();

  /** Adds a second. */
  void add(List<LimitLine> limits, List<BusyPartition> partitions) {
    seconds++;
    Set<Series> limited = limits.stream().map(LimitLine::series).collect(toSet());
    limits.forEach(it -> rejected(it.series(), it.rejectedPerSecond()));
    rates = partitions.stream().collect(toMap(BusyPartition::place, this::rate));
    for (BusyPartition partition : partitions) {
      sums.merge(partition.place(), partition.perSecond(), Double::sum);
      if (!limited.contains(partition.series())) {
        // By an override of a table without a limit.
        rejected(partition.series(), partition.rejectedPerSecond());
      }
    }
  }

  private Rate rate(BusyPartition partition) {
    double now = partition.perSecond();
    Rate before = rates.get(partition.place());
    return before == null ? new Rate(now, now) : before.then(now);
  }

  /** The rate from which that of a partition is falling, or its rate if it is not falling. */
  double fallsFrom(BusyPartition partition) {
    Rate rate = rates.get(partition.place());
    return rate == null ? partition.perSecond() : Math.max(rate.from(), partition.perSecond());
  }

  private void rejected(Series series, double perSecond) {
    rejectedSums.merge(series.kind(), perSecond, Double::sum);
  }

  /** Ends the seconds over which nodes have counted what they executed, or shared. */
  void complete(List<NodeState> nodes) {
    averages =
        sums.entrySet().stream()
            .collect(toMap(Map.Entry::getKey, entry -> entry.getValue() / seconds));
    totals =
        Map.of(
            "reads",
            executed(nodes.stream().map(node -> node.line().reads()))
                + nodes.stream().mapToDouble(NodeState::sharedPerSecond).sum()
                + rejected("reads"),
            "writes",
            executed(nodes.stream().map(node -> node.line().writes())) + rejected("writes"));
    skip();
  }

  /** Forgets these seconds, because some nodes have not counted all of them. */
  void skip() {
    sums.clear();
    rejectedSums.clear();
    seconds = 0;
  }

  private double rejected(String kind) {
    return rejectedSums.getOrDefault(kind, 0.0) / seconds;
  }

  private static double executed(Stream<@Nullable Operations> operations) {
    return operations.flatMap(Stream::ofNullable).mapToDouble(Operations::perSecond).sum();
  }

  /** The share of a partition in the operations of its kind, 0 to 1; 0 until that is known. */
  double share(BusyPartition partition) {
    double rate = partition.perSecond();
    Double total = totals.get(partition.series().kind());
    if (total == null || rate == 0) {
      return 0;
    }
    double others = Math.max(0, total - average(partition));
    return rate / (others + rate);
  }

  /** The same, or null while the rate of the partition changes so much that it says little. */
  @Nullable Double steadyShare(BusyPartition partition) {
    double average = average(partition);
    return Math.abs(partition.perSecond() - average) <= Math.max(NOISE_PER_SECOND, STEADY * average)
        ? (Double) share(partition)
        : null;
  }

  private double average(BusyPartition partition) {
    return averages.getOrDefault(partition.place(), 0.0);
  }
}
