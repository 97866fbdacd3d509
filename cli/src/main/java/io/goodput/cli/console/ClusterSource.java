package io.goodput.cli.console;

import static java.util.Objects.requireNonNullElse;
import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.goodput.cli.watch.Merge;
import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.Nodes;
import io.goodput.cli.watch.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Samples a cluster for the console. */
final class ClusterSource implements Feed.Source {

  /** Views to look at every second. */
  private static final List<String> QUICK =
      List.of("node", "queue", "askers", "overrides", "fair_share_classes");

  /** Views that change slowly, or are long. */
  private static final List<String> SLOW = List.of("events", "peak_rates", "proposed_limits");

  private static final List<String> ALL = Stream.concat(QUICK.stream(), SLOW.stream()).toList();
  private static final int SLOW_EVERY = 5;
  private static final int MOST_PARTITIONS = 10_000;
  private static final ObjectMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private final Function<List<String>, List<NodeSample>> nodes;
  private final Runnable end;
  private final Map<String, Map<String, List<Map<String, @Nullable Object>>>> slow =
      new HashMap<>();
  private Map<String, Long> began = Map.of();
  private List<NodeSample> before = List.of();
  private long beforeNanos;
  private int number;

  ClusterSource(Nodes nodes) {
    this(nodes::sample, nodes::close);
  }

  /**
   * A source.
   *
   * @param nodes samples all nodes, with these views besides the usual ones
   * @param end runs when the source is closed
   */
  ClusterSource(Function<List<String>, List<NodeSample>> nodes, Runnable end) {
    this.nodes = nodes;
    this.end = end;
  }

  @Override
  public Feed.Frame next(boolean isFirst) throws InterruptedException {
    if (isFirst) {
      number = 0;
      beforeNanos = System.nanoTime();
      before = nodes.apply(QUICK);
      TimeUnit.SECONDS.sleep(1);
    }
    long nanos = System.nanoTime();
    List<NodeSample> now = sample(number++ % SLOW_EVERY == 0);
    double seconds = (nanos - beforeNanos) / 1e9;
    Feed.Frame frame = frame(seconds, now);
    before = now;
    beforeNanos = nanos;
    return frame;
  }

  /** A sample, to which the slow views are those of the last time when they were sampled. */
  private List<NodeSample> sample(boolean all) {
    if (!all) {
      return nodes.apply(QUICK);
    }
    List<NodeSample> samples = nodes.apply(ALL);
    slow.clear();
    samples.forEach(sample -> slow.put(sample.address(), sample.more()));
    return samples;
  }

  private Feed.Frame frame(double seconds, List<NodeSample> now) {
    long time = System.currentTimeMillis();
    Snapshot snapshot = Merge.of("", seconds, MOST_PARTITIONS, before, now);
    Map<String, NodeSample> samples = byAddress(now);
    Map<String, NodeSample> earlier = byAddress(before);
    List<NodeState> states =
        snapshot.nodes().stream()
            .map(
                line ->
                    NodeState.of(
                        line, seconds, earlier.get(line.address()), samples.get(line.address())))
            .toList();
    MergedViews views = MergedViews.of(now, QUICK, slow, SLOW);
    List<Finding> findings =
        dated(
            time,
            new Findings(
                    states,
                    snapshot.limits(),
                    snapshot.hotPartitions(),
                    views.rows("askers"), views.rows("overrides"),
                    views.rows("events"))
                .all());
    Totals totals = Totals.of(states, snapshot.limits());
    ObjectNode json = JSON.createObjectNode().put("time", time);
    json.set("findings", JSON.valueToTree(findings));
    json.set("totals", JSON.valueToTree(totals));
    json.set("nodes", JSON.valueToTree(states));
    json.set("limits", JSON.valueToTree(snapshot.limits()));
    json.set("partitions", JSON.valueToTree(snapshot.hotPartitions()));
    json.set("heat", JSON.valueToTree(snapshot.heat()));
    json.set("views", JSON.valueToTree(views.rows()));
    json.set("lacking", JSON.valueToTree(views.lacking()));
    return new Feed.Frame(json.toString(), totals.point(time));
  }

  /** Findings keep the time at which they were first seen. */
  private List<Finding> dated(long time, List<Finding> findings) {
    List<Finding> dated =
        findings.stream().map(finding -> finding.since(began(finding, time))).toList();
    began = dated.stream().collect(toMap(Finding::id, Finding::since, Math::min));
    return dated;
  }

  private long began(Finding finding, long time) {
    long seen = requireNonNullElse(began.get(finding.id()), time);
    return finding.since() == 0 ? seen : Math.min(seen, finding.since());
  }

  private static Map<String, NodeSample> byAddress(List<NodeSample> samples) {
    return samples.stream().collect(toMap(NodeSample::address, identity()));
  }

  @Override
  public void close() {
    end.run();
  }
}
