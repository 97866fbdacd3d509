package io.goodput.cli.console;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.goodput.cli.watch.BusyPartition;
import io.goodput.cli.watch.Merge;
import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.Nodes;
import io.goodput.cli.watch.Snapshot;
import io.goodput.cli.watch.Snapshot.NodeLine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Samples a cluster for the console. */
final class ClusterSource implements Feed.Source {

  private static final List<String> VIEWS =
      List.of(
          "node",
          "queue",
          "top_clients",
          "overrides",
          "fair_share_classes",
          "service_levels",
          "memtables",
          "events",
          "peak_rates",
          "proposed_limits");

  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** Views to sample each time: an operator wants to see at once what a change does. */
  private static final List<String> QUICK_VIEWS = List.of("overrides");

  /** One sample in five is of everything: nodes have better things to do. */
  private static final int COMPLETE_EVERY = 5;

  private static final int MOST_PARTITIONS = 10_000;
  private static final ObjectMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  /** Samples all nodes. */
  interface Sampler {
    List<NodeSample> sample(boolean isComplete, List<String> views);
  }

  /** Samples of all nodes at a moment, by node. */
  private record Round(long nanos, Map<String, NodeSample> samples) {

    static final Round NONE = new Round(0, Map.of());

    double secondsSince(Round earlier) {
      return (nanos - earlier.nanos) / 1e9;
    }

    List<NodeSample> completedBy(Round complete) {
      return samples.values().stream()
          .map(
              sample -> sample.completedBy(complete.samples.getOrDefault(sample.address(), sample)))
          .toList();
    }

    /** The nodes that are in the same state as in another round. */
    Set<String> sameAs(Round other) {
      return samples.values().stream()
          .filter(sample -> sample.isInStateOf(other.samples.get(sample.address())))
          .map(NodeSample::address)
          .collect(toSet());
    }
  }

  private final Sampler nodes;
  private final @Nullable BucketSampler buckets;
  private final Duration period;
  private final Runnable end;
  private final Starts starts = new Starts();
  private Demand demand = new Demand();
  private Round before = Round.NONE;
  private Round completeBefore = Round.NONE;
  private Round complete = Round.NONE;
  private int number;

  /** Whether the last complete sample did not count. */
  private boolean hasSkipped;

  /**
   * A source.
   *
   * @param buckets null if the console shows none
   */
  ClusterSource(Nodes nodes, @Nullable BucketSampler buckets) {
    this(nodes::sample, buckets, PERIOD, nodes::close);
  }

  /**
   * A source.
   *
   * @param period the time from one sample to the next
   * @param end runs when the source is closed
   */
  ClusterSource(Sampler nodes, @Nullable BucketSampler buckets, Duration period, Runnable end) {
    this.nodes = nodes;
    this.buckets = buckets;
    this.period = period;
    this.end = end;
  }

  @Override
  public Feed.Frame next(boolean isFirst) throws InterruptedException {
    if (isFirst) {
      number = 0;
      demand = new Demand();
      before = round(true);
      complete = before;
      TimeUnit.NANOSECONDS.sleep(period.toNanos());
    }
    boolean isComplete = number++ % COMPLETE_EVERY == 0;
    Round now = round(isComplete);
    if (isComplete) {
      completeBefore = complete;
      complete = now;
    }
    Feed.Frame frame = frame(now, isComplete);
    before = now;
    return frame;
  }

  @Override
  public Duration period() {
    return period;
  }

  private Round round(boolean isComplete) {
    long nanos = System.nanoTime();
    List<NodeSample> samples = nodes.sample(isComplete, isComplete ? VIEWS : QUICK_VIEWS);
    return new Round(nanos, samples.stream().collect(toMap(NodeSample::address, identity())));
  }

  private Feed.Frame frame(Round round, boolean isComplete) {
    long time = System.currentTimeMillis();
    double seconds = round.secondsSince(before);
    double countSeconds = complete.secondsSince(completeBefore);
    List<NodeSample> now = round.completedBy(complete);
    Snapshot snapshot =
        Merge.of(
            "", seconds, countSeconds, MOST_PARTITIONS, before.completedBy(completeBefore), now);
    Map<String, NodeSample> samples = now.stream().collect(toMap(NodeSample::address, identity()));
    List<NodeState> states =
        snapshot.nodes().stream()
            .map(
                line ->
                    NodeState.of(
                        line,
                        NodeState.rejectedPerSecond(
                            seconds,
                            before.samples.get(line.address()),
                            samples.get(line.address())),
                        countSeconds,
                        completeBefore.samples.get(line.address()),
                        complete(line, samples)))
            .toList();
    demand.add(snapshot.limits(), snapshot.hotPartitions());
    if (isComplete) {
      boolean isOfAll = round.sameAs(completeBefore).size() == now.size();
      // What one node has missed is left out, but nodes that come and go must not stop the figures.
      hasSkipped = !isOfAll && !hasSkipped;
      if (hasSkipped) {
        demand.skip();
      } else {
        demand.complete(snapshot.nodes());
      }
    }
    MergedViews views = MergedViews.of(now, VIEWS, round.sameAs(complete));
    List<Finding> findings =
        starts.date(
            time,
            new Findings(
                    states,
                    demand,
                    snapshot.limits(),
                    snapshot.hotPartitions(),
                    views.rows("top_clients"),
                    views.rows("overrides"),
                    views.rows("events"))
                .all());
    Totals totals = Totals.of(states);
    ObjectNode json = JSON.createObjectNode().put("time", time);
    json.set("findings", JSON.valueToTree(findings));
    json.set("totals", JSON.valueToTree(totals));
    json.set("nodes", JSON.valueToTree(states));
    json.set("limits", JSON.valueToTree(snapshot.limits()));
    ArrayNode partitions = json.putArray("partitions");
    snapshot.hotPartitions().forEach(partition -> partitions.add(json(partition)));
    json.set("heat", JSON.valueToTree(snapshot.heat()));
    json.set("views", JSON.valueToTree(views.rows()));
    if (buckets != null) {
      json.set("buckets", JSON.valueToTree(buckets.latest()));
    }
    json.set("lacking", JSON.valueToTree(views.lacking()));
    return new Feed.Frame(json.toString(), totals == null ? "" : totals.point(time));
  }

  /** The latest complete sample of a node, unless its state has changed since. */
  private @Nullable NodeSample complete(NodeLine line, Map<String, NodeSample> samples) {
    NodeSample latest = complete.samples.get(line.address());
    return latest != null && latest.state().toString().equals(line.state())
        ? latest
        : samples.get(line.address());
  }

  private ObjectNode json(BusyPartition partition) {
    ObjectNode json = JSON.valueToTree(partition);
    return json.put("share", demand.steadyShare(partition));
  }

  @Override
  public void close() {
    if (buckets != null) {
      buckets.close();
    }
    end.run();
  }
}
