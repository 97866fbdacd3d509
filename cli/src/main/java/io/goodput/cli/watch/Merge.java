package io.goodput.cli.watch;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;
import static java.util.Comparator.comparingLong;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.goodput.cli.watch.NodeSample.Heat;
import io.goodput.cli.watch.NodeSample.Latency;
import io.goodput.cli.watch.NodeSample.LimitCounts;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.FairShares;
import io.goodput.cli.watch.Snapshot.HeatLine;
import io.goodput.cli.watch.Snapshot.LimitLine;
import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Operations;
import io.goodput.cli.watch.Snapshot.Series;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two samples of all nodes by address, some seconds apart, which make one view of the cluster.
 *
 * @param seconds between the samples
 * @param countSeconds between their latencies and heats
 * @param mostPartitions how many hot partitions to show at most
 */
public record Merge(
    double seconds,
    double countSeconds,
    int mostPartitions,
    Map<String, NodeSample> before,
    Map<String, NodeSample> now) {

  /** The view of the cluster, with a time as it is to be shown. */
  public Snapshot snapshot(String time) {
    return new Snapshot(time, nodes(), limits(), hotPartitions(), heat());
  }

  private List<NodeLine> nodes() {
    return now.values().stream()
        .sorted(comparing(NodeSample::address))
        .map(
            node ->
                new NodeLine(
                    node.address(),
                    node.state().toString(),
                    operations(node, "reads"),
                    operations(node, "writes"),
                    node.warmed(),
                    fairShares(node)))
        .toList();
  }

  private @Nullable FairShares fairShares(NodeSample node) {
    NodeSample.Shares shares = node.shares();
    if (shares == null) {
      return null;
    }
    NodeSample.Shares past = before.getOrDefault(node.address(), node).shares();
    // The count starts anew with the node.
    long refused = past == null ? 0 : Math.max(0, shares.refused() - past.refused());
    return new FairShares(shares.inFlight(), shares.room(), perSecond(refused));
  }

  private @Nullable Operations operations(NodeSample node, String kind) {
    NodeSample earlier = before.get(node.address());
    if (earlier == null || node.latencies().isEmpty()) {
      return null;
    }
    long sum = 0;
    long most = -1;
    Latency busiest = Latency.NONE;
    for (Map.Entry<Series, Latency> entry : node.latencies().entrySet()) {
      Series series = entry.getKey();
      if (series.kind().equals(kind) && series.isOnUsersTable()) {
        Latency past = earlier.latencies().get(series);
        long count = past == null ? 0 : Math.max(0, entry.getValue().count() - past.count());
        sum += count;
        if (count > most) {
          most = count;
          busiest = entry.getValue();
        }
      }
    }
    return new Operations(overCounts(sum), busiest.p50Ms(), busiest.p99Ms(), busiest.maxMs());
  }

  private List<LimitLine> limits() {
    Map<Series, LimitCounts> totals =
        new TreeMap<>(comparing(Series::tableName).thenComparing(Series::kind));
    Map<Series, LimitCounts> recent = new HashMap<>();
    for (NodeSample node : now.values()) {
      NodeSample earlier = before.getOrDefault(node.address(), node);
      node.limits()
          .forEach(
              (series, counts) -> {
                totals.merge(series, counts, LimitCounts::plus);
                // Nothing can be said of what a limit has counted before it was seen.
                LimitCounts past = earlier.limits().getOrDefault(series, counts);
                recent.merge(series, counts.since(past), LimitCounts::plus);
              });
    }
    return totals.entrySet().stream()
        .map(it -> line(it.getKey(), it.getValue(), requireNonNull(recent.get(it.getKey()))))
        .toList();
  }

  private LimitLine line(Series series, LimitCounts total, LimitCounts recent) {
    return new LimitLine(
        series,
        total.limit(),
        total.mode(),
        perSecond(recent.accepted()),
        perSecond(recent.rejected()),
        perSecond(recent.rejectedByCoordinator()),
        perSecond(recent.rejectedByReplicas()),
        perSecond(recent.wouldReject()),
        perSecond(recent.coalesced()),
        perSecond(recent.answeredStale()),
        total.accepted(),
        total.rejected(),
        total.unstamped());
  }

  private List<BusyPartition> hotPartitions() {
    return now.values().stream()
        .flatMap(node -> node.partitions().stream())
        .collect(groupingBy(BusyPartition::place))
        .values()
        .stream()
        .map(Merge::line)
        .sorted(
            comparingDouble(BusyPartition::perSecond)
                .reversed()
                .thenComparing(BusyPartition::token))
        .limit(mostPartitions)
        .toList();
  }

  /**
   * Every replica counts all accepted operations of a table with a limit, so the highest count is
   * that of the cluster. Each node counts only its own rejections, and the operations that clients
   * ask it for, so these add up. A read at ONE reaches one replica only, so the sum of what clients
   * ask for can be the higher one.
   */
  private static BusyPartition line(List<BusyPartition> onNodes) {
    double byReplicas =
        onNodes.stream()
            .filter(it -> it.coalesced() != null)
            .mapToDouble(it -> it.perSecond() - it.rejectedPerSecond())
            .max()
            .orElse(0);
    double byCoordinators =
        onNodes.stream()
            .filter(it -> it.coalesced() == null)
            .mapToDouble(BusyPartition::perSecond)
            .sum();
    double rejected = onNodes.stream().mapToDouble(BusyPartition::rejectedPerSecond).sum();
    return new BusyPartition(
        onNodes.get(0).series(),
        onNodes.stream()
            .flatMap(partition -> Stream.ofNullable(partition.partitionKey()))
            .min(Comparator.naturalOrder())
            .orElse(null),
        onNodes.get(0).token(),
        tenths(Math.max(byReplicas + rejected, byCoordinators)),
        tenths(rejected),
        tenths(onNodes.stream().mapToDouble(BusyPartition::wouldRejectPerSecond).sum()),
        sum(onNodes, BusyPartition::coalesced),
        sum(onNodes, BusyPartition::answeredStale),
        sumOfRates(onNodes, BusyPartition::bytesPerSecond),
        sumOfRates(onNodes, BusyPartition::inFlight));
  }

  /** Null if no node counts. */
  private static @Nullable Double sumOfRates(
      List<BusyPartition> onNodes, Function<BusyPartition, @Nullable Double> rate) {
    return onNodes.stream()
        .flatMap(partition -> Stream.ofNullable(rate.apply(partition)))
        .reduce(Double::sum)
        .map(Merge::tenths)
        .orElse(null);
  }

  /** Null if no node counts. */
  private static @Nullable Long sum(
      List<BusyPartition> onNodes, Function<BusyPartition, @Nullable Long> count) {
    return onNodes.stream()
        .flatMap(partition -> Stream.ofNullable(count.apply(partition)))
        .reduce(Long::sum)
        .orElse(null);
  }

  private List<HeatLine> heat() {
    Map<String, List<Heat>> earlier = heats(before.values());
    return heats(now.values()).entrySet().stream()
        .map(node -> line(node.getValue(), earlier.getOrDefault(node.getKey(), node.getValue())))
        .toList();
  }

  private static Map<String, List<Heat>> heats(Collection<NodeSample> samples) {
    return samples.stream()
        .flatMap(sample -> sample.heats().stream())
        .collect(groupingBy(Heat::node, TreeMap::new, toList()));
  }

  private HeatLine line(List<Heat> reports, List<Heat> earlier) {
    Heat heat = newest(reports);
    Heat past = newest(earlier);
    Heat from = past.generation() == heat.generation() ? past : heat;
    return new HeatLine(
        heat.node(),
        heat.hitRate(),
        heat.generation(),
        heat.ageSeconds(),
        share(reports, Heat::shareWanted),
        share(reports, Heat::shareGiven),
        overCounts(heat.localReads() - from.localReads()),
        overCounts(heat.remoteReads() - from.remoteReads()),
        overCounts(heat.replicaReads() - from.replicaReads()));
  }

  private static Heat newest(List<Heat> reports) {
    return Collections.max(
        reports, comparingLong(Heat::generation).thenComparingLong(Heat::replicaReads));
  }

  /** The mean over the coordinators, weighted by their reads; null without reads. */
  private static @Nullable Double share(List<Heat> reports, ToDoubleFunction<Heat> share) {
    double reads = reports.stream().mapToDouble(Heat::readsPerSecond).sum();
    double sum =
        reports.stream()
            .mapToDouble(heat -> heat.readsPerSecond() * share.applyAsDouble(heat))
            .sum();
    double mean = sum / reads;
    return Double.isFinite(mean) ? Math.round(mean * 1000) / 1000.0 : null;
  }

  private double perSecond(long count) {
    return tenths(count / seconds);
  }

  private double overCounts(long count) {
    return tenths(count / countSeconds);
  }

  private static double tenths(double rate) {
    return Math.round(rate * 10) / 10.0;
  }
}
