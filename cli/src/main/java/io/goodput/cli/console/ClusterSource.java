package io.goodput.cli.console;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.goodput.cli.Printed;
import io.goodput.cli.console.Finding.Starts;
import io.goodput.cli.console.NodeState.Totals;
import io.goodput.cli.watch.Merge;
import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.Nodes;
import io.goodput.cli.watch.Snapshot;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.LimitLine;
import io.goodput.cli.watch.Snapshot.NodeLine;
import java.time.Duration;
import java.util.HashMap;
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
          "events",
          "peak_rates",
          "proposed_limits");

  /** Views to sample each time: an operator wants to see at once what a change does. */
  private static final List<String> QUICK_VIEWS = List.of("overrides");

  /** One sample in five is of everything: nodes have better things to do. */
  private static final int COMPLETE_EVERY = 5;

  private static final int MOST_PARTITIONS = 10_000;

  /** Samples all nodes, by address. */
  interface Sampler {
    Map<String, NodeSample> sample(boolean isComplete, List<String> views);
  }

  /** What the page shows, as JSON. */
  private record Shown(
      long time,
      List<Finding> findings,
      @Nullable Totals totals,
      List<NodeState> nodes,
      List<LimitLine> limits,
      List<ShownPartition> partitions,
      Map<String, List<Map<String, @Nullable Object>>> views,
      Map<String, List<String>> lacking) {}

  private record ShownPartition(@JsonUnwrapped BusyPartition partition, @Nullable Double share) {}

  /** Samples of all nodes at a moment, by node. */
  private record Round(long nanos, Map<String, NodeSample> samples) {

    static final Round NONE = new Round(0, Map.of());

    double secondsSince(Round earlier) {
      return (nanos - earlier.nanos) / 1e9;
    }

    Map<String, NodeSample> completedBy(Round complete) {
      Map<String, NodeSample> completed = new HashMap<>(samples);
      completed.replaceAll(
          (node, sample) -> sample.completedBy(complete.samples.getOrDefault(node, sample)));
      return completed;
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

  /** Samples these nodes each second. */
  ClusterSource(Nodes nodes) {
    this(nodes::sample, Duration.ofSeconds(1), nodes::close);
  }

  /**
   * A source.
   *
   * @param period the time from one sample to the next
   * @param end runs when the source is closed
   */
  ClusterSource(Sampler nodes, Duration period, Runnable end) {
    this.nodes = nodes;
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
    }
    TimeUnit.NANOSECONDS.sleep(before.nanos + period.toNanos() - System.nanoTime());
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

  private Round round(boolean isComplete) {
    long nanos = System.nanoTime();
    return new Round(nanos, nodes.sample(isComplete, isComplete ? VIEWS : QUICK_VIEWS));
  }

  private Feed.Frame frame(Round round, boolean isComplete) {
    long time = System.currentTimeMillis();
    double seconds = round.secondsSince(before);
    double countSeconds = complete.secondsSince(completeBefore);
    Map<String, NodeSample> now = round.completedBy(complete);
    Map<String, NodeSample> then = before.completedBy(completeBefore);
    Snapshot snapshot = new Merge(seconds, countSeconds, MOST_PARTITIONS, then, now).snapshot("");
    List<NodeState> states =
        snapshot.nodes().stream()
            .map(line -> state(line, seconds, countSeconds, now.get(line.address())))
            .toList();
    demand.add(snapshot.limits(), snapshot.hotPartitions());
    if (isComplete) {
      boolean isOfAll = round.sameAs(completeBefore).size() == now.size();
      // What one node has missed is left out, but nodes that come and go must not stop the figures.
      hasSkipped = !isOfAll && !hasSkipped;
      if (hasSkipped) {
        demand.skip();
      } else {
        demand.complete(states);
      }
    }
    MergedViews views = MergedViews.of(now.values(), VIEWS, round.sameAs(complete));
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
                    views.rows("events"),
                    views.lacking().keySet())
                .all());
    Totals totals = Totals.of(states);
    Shown shown =
        new Shown(
            time,
            findings,
            totals,
            states,
            snapshot.limits(),
            snapshot.hotPartitions().stream()
                .map(partition -> new ShownPartition(partition, demand.steadyShare(partition)))
                .toList(),
            views.rows(),
            views.lacking());
    return new Feed.Frame(Printed.json(shown), totals == null ? "" : totals.point(time));
  }

  /** A node by its latest complete sample, unless its state has changed since. */
  private NodeState state(
      NodeLine line, double seconds, double countSeconds, @Nullable NodeSample now) {
    String address = line.address();
    double rejected = NodeState.rejectedPerSecond(seconds, before.samples.get(address), now);
    NodeSample latest = complete.samples.get(address);
    boolean isSame = latest != null && latest.state().toString().equals(line.state());
    return NodeState.of(
        line, rejected, countSeconds, completeBefore.samples.get(address), isSame ? latest : now);
  }

  @Override
  public void close() {
    end.run();
  }
}
