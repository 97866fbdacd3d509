package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.BenchException;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.TemporaryCluster;
import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.arms.Turns;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.NodeOptions;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The benchmark {@code cold-cache}: a steady load of reads while three nodes restart one after the
 * other, or only one of them, on clusters of each {@link Arm} in turn.
 */
public final class ColdCache implements Benchmark {

  static final int NODES = 3;

  /**
   * Uses 40% of a warm node's disk, and 63% while one node is down: two warm nodes carry these
   * reads, but a warm and a cold one do not. Two cores carry all nodes and the client.
   */
  static final double READS_PER_SECOND = 400;

  static final int CACHE_MIB = 9;

  /** Part of Cassandra's file cache that the chunk cache cannot use. */
  private static final int RESERVED_MIB = 32;

  /**
   * Lookups for each chunk that fits. After ten, the cache tries to work without a window for new
   * chunks: it evicts a chunk before its read has seen it, until the chunk is popular enough. After
   * eighteen, it stops and does not try again for a long time.
   */
  private static final int LOOK_UPS_TO_FILL = 20;

  /** The nodes' own reads use the node numbers as seeds. */
  private static final int WARM_UP_SEED = NODES + 1;

  private static final int LOAD_SEED = NODES + 2;

  private static final int MAX_IN_FLIGHT = 512;
  static final Duration DEADLINE = Duration.ofSeconds(2);

  private final boolean oneRestart;

  /** Creates a benchmark in which all nodes restart in turn, or only one of them. */
  public ColdCache(boolean oneRestart) {
    this.oneRestart = oneRestart;
  }

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    if (oneRestart) {
      RestartLengths lengths = bench.quickOr(RestartLengths.QUICK, RestartLengths.FULL);
      Story<Restart> story = (arm, cluster, reads) -> oneRestart(arm, cluster, reads, lengths);
      return new OneRestartResult(
              lengths,
              rounds(bench, lengths.rounds(), lengths.warmUp(), story, OneRestartResult::line))
          .findings();
    }
    RollingLengths lengths = bench.quickOr(RollingLengths.QUICK, RollingLengths.FULL);
    Story<RollingRestart> story = (arm, cluster, reads) -> rollingRestart(cluster, reads, lengths);
    return new RollingResult(
            lengths, rounds(bench, lengths.rounds(), lengths.warmUp(), story, RollingResult::line))
        .findings();
  }

  /** What happens to a cluster whose caches are warm. */
  private interface Story<R> {
    R run(Arm arm, Cluster cluster, Requests reads) throws InterruptedException;
  }

  /** Runs all arms in each round, each time in another order. */
  private static <R> Map<Arm, Rounds<R>> rounds(
      Bench bench, int rounds, int warmUp, Story<R> story, Function<R, String> line)
      throws InterruptedException {
    Map<Arm, List<R>> recorded = new EnumMap<>(Arm.class);
    for (int round = 1; round <= rounds; round++) {
      for (Arm arm : Turns.of(List.of(Arm.values()), round)) {
        R result = onWarmCluster(bench, arm, warmUp, story);
        bench.say("  %s", line.apply(result));
        recorded.computeIfAbsent(arm, unused -> new ArrayList<>()).add(result);
      }
    }
    Map<Arm, Rounds<R>> all = new EnumMap<>(Arm.class);
    recorded.forEach((arm, results) -> all.put(arm, new Rounds<>(results)));
    return all;
  }

  private static <R> R onWarmCluster(Bench bench, Arm arm, int warmUp, Story<R> story)
      throws InterruptedException {
    bench.say("Starting nodes (%s) on port %d ...", arm, bench.port());
    NodeOptions options = common(options(arm, bench));
    try (TemporaryCluster own = bench.start(spec -> spec.withNodes(NODES).withOptions(options));
        LoadClient client = LoadClient.connect(own.cluster().contactPoints())) {
      bench.say("Filling the table ...");
      Articles.create(own, client);
      onEach(own.cluster(), NodeBeans::writeRows);
      bench.say("Warming the caches ...");
      int lookUps = LOOK_UPS_TO_FILL * CACHE_MIB * 1024 / Articles.CHUNK_KIB;
      onEach(own.cluster(), node -> node.readRows(lookUps));
      load(Articles.zipf(client, WARM_UP_SEED), warmUp, () -> false, List.of());
      bench.say("Restarting under load ...");
      return story.run(arm, own.cluster(), Articles.zipf(client, LOAD_SEED));
    }
  }

  private static void onEach(Cluster cluster, Consumer<NodeBeans> action) {
    cluster.nodes().parallelStream()
        .forEach(
            node -> {
              try (NodeBeans beans = new NodeBeans(node)) {
                action.accept(beans);
              }
            });
  }

  private static Restart oneRestart(Arm arm, Cluster cluster, Requests reads, RestartLengths same)
      throws InterruptedException {
    RestartLengths lengths = arm == Arm.GOODPUT ? same.withFilling() : same;
    Node last = cluster.node(NODES);
    Runnable restart =
        () -> {
          last.kill();
          cluster.awaitReady(progress -> {});
          cluster.start(last);
        };
    List<NodeRecorder> recorders = recorders(cluster);
    Recording latency =
        underLoad(recorders, reads, lengths.run(), () -> false, lengths.steady(), restart);
    return new Restart(lengths, latency, histories(recorders));
  }

  private static RollingRestart rollingRestart(
      Cluster cluster, Requests reads, RollingLengths lengths) throws InterruptedException {
    List<NodeRecorder> recorders = recorders(cluster);
    RestartTimes times = new RestartTimes(lengths.after());
    Runnable restarts =
        () -> {
          try {
            for (Node node : cluster.nodes()) {
              times.stop();
              node.stop();
              cluster.start(node);
              times.up();
            }
          } finally {
            times.last();
          }
        };
    Recording latency =
        underLoad(recorders, reads, lengths.longest(), times::areOver, lengths.steady(), restarts);
    if (times.seconds() > latency.length()) {
      throw new BenchException(
          "The nodes took longer than %d seconds to restart: run this on a less busy machine."
              .formatted(lengths.restarts()));
    }
    return new RollingRestart(
        latency.first(times.seconds()), histories(recorders), times.stops(), times.ups());
  }

  private static List<NodeRecorder> recorders(Cluster cluster) {
    return cluster.nodes().stream().map(NodeRecorder::new).toList();
  }

  private static List<NodeHistory> histories(List<NodeRecorder> recorders) {
    return recorders.stream().map(NodeRecorder::history).toList();
  }

  private static Recording underLoad(
      List<NodeRecorder> recorders,
      Requests reads,
      int seconds,
      BooleanSupplier isDone,
      int steady,
      Runnable restarts)
      throws InterruptedException {
    // Each node has a thread of its own, because a node that starts answers late.
    List<OpenLoop.Event> events = new ArrayList<>();
    recorders.forEach(
        node -> events.add(new OpenLoop.Event(0, () -> node.record(seconds, isDone))));
    events.add(new OpenLoop.Event(steady, restarts));
    return load(reads, seconds, isDone, events);
  }

  private static Recording load(
      Requests reads, int seconds, BooleanSupplier isDone, List<OpenLoop.Event> events)
      throws InterruptedException {
    OpenLoop.Load load = new OpenLoop.Load(reads, READS_PER_SECOND, 0, MAX_IN_FLIGHT, DEADLINE);
    return OpenLoop.run(seconds, isDone, List.of(load), events).get(0);
  }

  private static NodeOptions options(Arm arm, Bench bench) {
    return switch (arm) {
      case STOCK -> NodeOptions.stock();
      // Coordinators read from themselves and from the next replicas.
      case TUNED -> NodeOptions.stock().withSetting("dynamic_snitch", false);
      case GOODPUT -> bench.withPlugin().withGoodputYaml("heat_weighted_reads: true\n");
    };
  }

  /** Options that all nodes share: a small cache, an emulated disk, and a common snitch. */
  private static NodeOptions common(NodeOptions options) {
    URL rack = Objects.requireNonNull(ColdCache.class.getResource("cassandra-rackdc.properties"));
    URL ownClasses = ColdCache.class.getProtectionDomain().getCodeSource().getLocation();
    return options
        .withClasspathFirst(Path.of(URI.create(ownClasses.toString())))
        .shortLived()
        .withJvmArgument("-Dcassandra-rackdc.properties=" + rack)
        .withSetting("endpoint_snitch", "GossipingPropertyFileSnitch")
        // The lowest value, so that the other nodes notice the kill soon.
        .withSetting("phi_convict_threshold", 5)
        .withSetting("file_cache_enabled", true)
        .withSetting("file_cache_size", RESERVED_MIB + CACHE_MIB + "MiB");
  }
}
