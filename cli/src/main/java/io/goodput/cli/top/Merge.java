package io.goodput.cli.top;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;

import io.goodput.cli.top.Snapshot.HeatLine;
import io.goodput.cli.top.Snapshot.HotLine;
import io.goodput.cli.top.Snapshot.LimitLine;
import io.goodput.cli.top.Snapshot.NodeLine;
import io.goodput.cli.top.Snapshot.Operations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sums up what all nodes said at two moments. */
final class Merge {

  private static final int HOTTEST = 10;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double THOUSAND = 1_000;
  private static final LimitCounts NONE = new LimitCounts(0, "", 0, 0, 0, 0, 0);

  private final Map<String, NodeSample> before;
  private final List<NodeSample> now;

  private Merge(List<NodeSample> before, List<NodeSample> now) {
    this.before =
        before.stream().collect(Collectors.toMap(NodeSample::address, Function.identity()));
    this.now = now;
  }

  static Snapshot of(String time, List<NodeSample> before, List<NodeSample> now) {
    Merge merge = new Merge(before, now);
    return new Snapshot(time, merge.nodes(), merge.limits(), merge.hotPartitions(), merge.heat());
  }

  private List<NodeLine> nodes() {
    return now.stream()
        .sorted(comparing(NodeSample::address))
        .map(
            node ->
                new NodeLine(
                    node.address(),
                    node.state().toString(),
                    operations(node, NodeSample::reads),
                    operations(node, NodeSample::writes),
                    node.warmed()))
        .toList();
  }

  private @Nullable Operations operations(
      NodeSample node, Function<NodeSample, Map<TableName, Latency>> kind) {
    NodeSample earlier = before.get(node.address());
    if (earlier == null || kind.apply(node).isEmpty()) {
      return null;
    }
    long sum = 0;
    long most = -1;
    Latency busiest = new Latency(0, 0, 0, 0);
    for (Map.Entry<TableName, Latency> table : kind.apply(node).entrySet()) {
      if (!table.getKey().isOfUsers()) {
        continue;
      }
      Latency latency = table.getValue();
      Latency past = kind.apply(earlier).get(table.getKey());
      long came = past == null ? 0 : Math.max(0, latency.count() - past.count());
      sum += came;
      if (came > most) {
        most = came;
        busiest = latency;
      }
    }
    return new Operations(
        tenths(sum / seconds(earlier, node)), busiest.p50Ms(), busiest.p99Ms(), busiest.maxMs());
  }

  private List<LimitLine> limits() {
    Map<Series, LimitCounts> totals = new HashMap<>();
    Map<Series, Rates> rates = new HashMap<>();
    for (NodeSample node : now) {
      NodeSample earlier = before.get(node.address());
      node.limits()
          .forEach(
              (series, counts) -> {
                totals.merge(series, counts, LimitCounts::plus);
                LimitCounts past = earlier == null ? null : earlier.limits().get(series);
                if (earlier != null && past != null) {
                  rates.merge(
                      series, Rates.of(counts.since(past), seconds(earlier, node)), Rates::plus);
                }
              });
    }
    return totals.entrySet().stream()
        .sorted(
            Map.Entry.comparingByKey(
                comparing((Series series) -> series.table().toString())
                    .thenComparing(Series::kind)))
        .map(
            entry ->
                line(
                    entry.getKey(),
                    entry.getValue(),
                    rates.getOrDefault(entry.getKey(), Rates.of(NONE, 1))))
        .toList();
  }

  private static LimitLine line(Series series, LimitCounts total, Rates rates) {
    return new LimitLine(
        series.table().keyspace(),
        series.table().table(),
        series.kind(),
        total.limit(),
        total.mode(),
        tenths(rates.accepted()),
        tenths(rates.byCoordinator() + rates.byReplicas()),
        tenths(rates.byCoordinator()),
        tenths(rates.byReplicas()),
        tenths(rates.wouldReject()),
        total.accepted(),
        total.rejectedByCoordinator() + total.rejectedByReplicas(),
        total.unstamped());
  }

  private List<HotLine> hotPartitions() {
    Map<Place, List<HotPartition>> byPlace = new HashMap<>();
    for (NodeSample node : now) {
      for (HotPartition hot : node.hotPartitions()) {
        byPlace
            .computeIfAbsent(new Place(hot.series(), hot.token()), place -> new ArrayList<>())
            .add(hot);
      }
    }
    return byPlace.values().stream()
        .map(Merge::line)
        .sorted(comparingDouble(HotLine::perSecond).reversed().thenComparing(HotLine::token))
        .limit(HOTTEST)
        .toList();
  }

  /**
   * Every replica counts what was admitted, so that the highest figure stands for all of them. A
   * refusal is counted where it was decided, so that those add up.
   */
  private static HotLine line(List<HotPartition> onNodes) {
    HotPartition first = onNodes.get(0);
    double accepted = onNodes.stream().mapToDouble(HotPartition::acceptedPerSecond).max().orElse(0);
    double rejected = onNodes.stream().mapToDouble(HotPartition::rejectedPerSecond).sum();
    return new HotLine(
        first.series().table().keyspace(),
        first.series().table().table(),
        first.series().kind(),
        onNodes.stream()
            .flatMap(hot -> Stream.ofNullable(hot.key()))
            .min(Comparator.naturalOrder())
            .orElse(null),
        first.token(),
        tenths(accepted + rejected),
        tenths(rejected));
  }

  private List<HeatLine> heat() {
    Map<String, Heat> latest = latest(now);
    Map<String, Heat> earlier = latest(List.copyOf(before.values()));
    return latest.values().stream()
        .sorted(comparing(Heat::node))
        .map(heat -> line(heat, earlier.get(heat.node())))
        .toList();
  }

  /** What is known best of each node: all nodes tell of all. */
  private static Map<String, Heat> latest(List<NodeSample> samples) {
    Map<String, Heat> latest = new HashMap<>();
    for (NodeSample sample : samples) {
      for (Heat heat : sample.heats()) {
        latest.merge(heat.node(), heat, (one, other) -> other.isNewerThan(one) ? other : one);
      }
    }
    return latest;
  }

  private HeatLine line(Heat heat, @Nullable Heat earlier) {
    double seconds = secondsPassed();
    Heat from = earlier != null && earlier.generation() == heat.generation() ? earlier : heat;
    return new HeatLine(
        heat.node(),
        heat.hitRate(),
        heat.generation(),
        heat.ageSeconds(),
        share(heat.node(), Heat::shareWanted),
        share(heat.node(), Heat::shareGiven),
        tenths((heat.localReads() - from.localReads()) / seconds),
        tenths((heat.remoteReads() - from.remoteReads()) / seconds),
        tenths((heat.replicaReads() - from.replicaReads()) / seconds));
  }

  /** The mean over the coordinators, each as much as it has coordinated; null without reads. */
  private @Nullable Double share(String node, ToDoubleFunction<Heat> share) {
    double reads = 0;
    double sum = 0;
    for (NodeSample sample : now) {
      for (Heat heat : sample.heats()) {
        if (heat.node().equals(node)) {
          reads += heat.readsPerSecond();
          sum += heat.readsPerSecond() * share.applyAsDouble(heat);
        }
      }
    }
    return reads == 0 ? null : Math.round(sum / reads * THOUSAND) / THOUSAND;
  }

  /** Between the two moments, at which all nodes were asked at once. */
  private double secondsPassed() {
    for (NodeSample node : now) {
      NodeSample earlier = before.get(node.address());
      if (earlier != null && node.nanos() > earlier.nanos()) {
        return seconds(earlier, node);
      }
    }
    return 1;
  }

  private static double seconds(NodeSample earlier, NodeSample later) {
    return (later.nanos() - earlier.nanos()) / NANOS_PER_SECOND;
  }

  private static double tenths(double rate) {
    return Math.round(rate * 10) / 10.0;
  }

  private record Place(Series series, String token) {}

  private record Rates(
      double accepted, double byCoordinator, double byReplicas, double wouldReject) {

    static Rates of(LimitCounts counts, double seconds) {
      return new Rates(
          counts.accepted() / seconds,
          counts.rejectedByCoordinator() / seconds,
          counts.rejectedByReplicas() / seconds,
          counts.wouldReject() / seconds);
    }

    Rates plus(Rates other) {
      return new Rates(
          accepted + other.accepted,
          byCoordinator + other.byCoordinator,
          byReplicas + other.byReplicas,
          wouldReject + other.wouldReject);
    }
  }
}
