package io.goodput.bench.coldcache;

import io.goodput.bench.Bench;
import io.goodput.bench.Benchmark;
import io.goodput.bench.TemporaryCluster;
import io.goodput.bench.load.LoadClient;
import io.goodput.bench.load.OpenLoop;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Requests;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Rounds;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.Node;
import io.goodput.cluster.NodeOptions;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The benchmark {@code cold-cache}: a steady load of reads while one of three nodes restarts, on a
 * stock cluster and on a cluster with weighted reads in turn.
 */
public final class ColdCache implements Benchmark {

  static final int NODES = 3;

  /** Uses 40 % of a warm node's disk; two cores carry all nodes and the client. */
  static final double READS_PER_SECOND = 400;

  static final int CACHE_MIB = 9;

  /** Part of Cassandra's file cache that the chunk cache cannot use. */
  private static final int RESERVED_MIB = 32;

  /**
   * Look-ups for each chunk that fits. After ten, the cache tries to work without a window for new
   * chunks: it evicts a chunk before its read has seen it, until the chunk is popular enough. After
   * eighteen, it stops and does not try again for a long time.
   */
  private static final int LOOK_UPS_TO_FILL = 20;

  /** The nodes' own reads use the node numbers as seeds. */
  private static final int WARM_UP_SEED = NODES + 1;

  private static final int LOAD_SEED = NODES + 2;

  private static final int MAX_IN_FLIGHT = 512;
  static final Duration DEADLINE = Duration.ofSeconds(2);

  private final boolean dynamicSnitch;

  /** Creates a benchmark whose stock nodes choose replicas by latency, as by default, or not. */
  public ColdCache(boolean dynamicSnitch) {
    this.dynamicSnitch = dynamicSnitch;
  }

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    RestartLengths lengths = bench.quickOr(RestartLengths.QUICK, RestartLengths.FULL);
    NodeOptions stock = NodeOptions.stock().withSetting("dynamic_snitch", dynamicSnitch);
    NodeOptions weighted = bench.withPlugin().withGoodputYaml("heat_weighted_reads: true\n");
    List<Restart> stockRounds = new ArrayList<>();
    List<Restart> weightedRounds = new ArrayList<>();
    for (int round = 0; round < lengths.rounds(); round++) {
      stockRounds.add(restart("stock", stock, bench, lengths));
      weightedRounds.add(restart("weighted", weighted, bench, lengths.withFilling()));
    }
    return new ColdCacheResult(
            lengths, dynamicSnitch, new Rounds<>(stockRounds), new Rounds<>(weightedRounds))
        .findings();
  }

  private static Restart restart(
      String name, NodeOptions options, Bench bench, RestartLengths lengths)
      throws InterruptedException {
    bench.say("Starting the %s nodes on port %d ...", name, bench.port());
    try (TemporaryCluster own =
            bench.start(spec -> spec.withNodes(NODES).withOptions(common(options)));
        LoadClient client = LoadClient.connect(own.cluster().contactPoints())) {
      Cluster cluster = own.cluster();
      bench.say("Filling the table ...");
      Articles.create(own, client);
      onEach(cluster, NodeBeans::writeRows);
      bench.say("Warming the caches ...");
      onEach(
          cluster, node -> node.readRows(LOOK_UPS_TO_FILL * CACHE_MIB * 1024 / Articles.CHUNK_KIB));
      load(Articles.zipf(client, WARM_UP_SEED), lengths.warmUp(), List.of());
      bench.say("Restarting node %d under load ...", NODES);
      Restart restart = underLoad(cluster, Articles.zipf(client, LOAD_SEED), lengths);
      bench.say("  %s", ColdCacheResult.line(restart));
      return restart;
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

  private static Restart underLoad(Cluster cluster, Requests reads, RestartLengths lengths)
      throws InterruptedException {
    Node last = cluster.node(NODES);
    Runnable restart =
        () -> {
          last.kill();
          cluster.awaitReady(progress -> {});
          cluster.start(last);
        };
    // Each node has a thread of its own, because a node that starts answers late.
    List<NodeRecorder> recorders = cluster.nodes().stream().map(NodeRecorder::new).toList();
    List<OpenLoop.Event> events = new ArrayList<>();
    recorders.forEach(node -> events.add(new OpenLoop.Event(0, () -> node.record(lengths.run()))));
    events.add(new OpenLoop.Event(lengths.steady(), restart));
    Recording latency = load(reads, lengths.run(), events);
    return new Restart(lengths, latency, recorders.stream().map(NodeRecorder::history).toList());
  }

  private static Recording load(Requests reads, int seconds, List<OpenLoop.Event> events)
      throws InterruptedException {
    OpenLoop.Load load = new OpenLoop.Load(reads, READS_PER_SECOND, 0, MAX_IN_FLIGHT, DEADLINE);
    return OpenLoop.run(seconds, List.of(load), events).get(0);
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
