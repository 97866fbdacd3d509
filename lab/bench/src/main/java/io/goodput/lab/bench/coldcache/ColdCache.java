package io.goodput.lab.bench.coldcache;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.cli.CommandException;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.Zipf;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.NodeOptions;
import io.goodput.lab.nodes.TemporaryCluster;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * The benchmark {@code cold-cache}: a steady load of reads while three nodes restart one after the
 * other, on clusters of each {@link Arm} in turn.
 */
public final class ColdCache implements Benchmark {

  static final int NODES = 3;

  /**
   * Uses 40% of a warm node's disk, and 63% while one node is down: two warm nodes carry these
   * reads, but a warm and a cold one do not. Two cores carry all nodes and the client.
   */
  static final double READS_PER_SECOND = 400;

  static final Duration DEADLINE = Duration.ofSeconds(2);
  private static final int MAX_IN_FLIGHT = 512;

  /** Each partition of the table takes exactly one chunk of the node's cache. */
  static final int PARTITIONS = 22_000;

  static final double SKEW = 0.99;
  private static final int CHUNK_KIB = 2;
  private static final int CACHE_MIB = 9;

  /** Part of Cassandra's file cache that the chunk cache cannot use. */
  private static final int RESERVED_MIB = 32;

  /**
   * Twenty for each chunk that fits. After ten, the cache tries to work without a window for new
   * chunks: it evicts a chunk before its read has seen it, until the chunk is popular enough. After
   * eighteen, it stops and does not try again for a long time.
   */
  private static final int LOOK_UPS = 20 * CACHE_MIB * 1024 / CHUNK_KIB;

  /** The nodes' own reads use the node numbers as seeds. */
  private static final int WARM_UP_SEED = NODES + 1;

  private static final int LOAD_SEED = NODES + 2;
  private static final int DRAWN = 200_000;

  /**
   * Rounds, and the lengths of their parts in seconds. The restarts of all nodes take as long as
   * they take, at most {@code restarts}; {@code after} follows the last.
   */
  record Lengths(int rounds, int warmUp, int steady, int restarts, int after) {

    /** About six minutes, the start of the clusters included. */
    private static final Lengths QUICK = new Lengths(1, 5, 8, 300, 15);

    private static final Lengths FULL = new Lengths(3, 20, 30, 300, 60);
  }

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    Lengths lengths = bench.quickOr(Lengths.QUICK, Lengths.FULL);
    Map<Arm, Rounds<RollingRestart>> rounds = new EnumMap<>(Arm.class);
    for (int round = 1; round <= lengths.rounds(); round++) {
      for (Arm arm : Rounds.order(List.of(Arm.values()), round)) {
        RollingRestart restart = measure(bench, arm, lengths);
        bench.say("  %s", Figure.line(RollingResult.ARM, new Rounds<>(List.of(restart))));
        rounds.computeIfAbsent(arm, unused -> new Rounds<>(new ArrayList<>())).list().add(restart);
      }
    }
    return new RollingResult(lengths, rounds).findings();
  }

  private static RollingRestart measure(Bench bench, Arm arm, Lengths lengths)
      throws InterruptedException {
    bench.say("Arm %s ...", arm);
    NodeOptions options = common(options(arm, bench));
    try (TemporaryCluster own = bench.start(NODES, options);
        LoadClient client = LoadClient.connect(own.cluster().contactPoints())) {
      client.create(
          own,
          "articles (id int PRIMARY KEY, body blob) WITH compression ="
              + " {'class': 'EmulatedDiskCompressor', 'chunk_length_in_kb': %d}"
                  .formatted(CHUNK_KIB)
              + " AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': false}");
      bench.say("Filling the table and the caches ...");
      own.cluster().nodes().parallelStream().forEach(node -> new NodeBeans(node).fill(LOOK_UPS));
      load(zipf(client, WARM_UP_SEED), lengths.warmUp(), () -> false, List.of());
      bench.say("Restarting under load ...");
      return restarts(own.cluster(), zipf(client, LOAD_SEED), lengths);
    }
  }

  private static RollingRestart restarts(Cluster cluster, Requests reads, Lengths lengths)
      throws InterruptedException {
    long start = System.nanoTime();
    IntSupplier now = () -> (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    AtomicInteger end = new AtomicInteger(Integer.MAX_VALUE);
    BooleanSupplier isOver = () -> now.getAsInt() >= end.get();
    List<Integer> stops = new CopyOnWriteArrayList<>();
    List<Integer> ups = new CopyOnWriteArrayList<>();
    Runnable restarts =
        () -> {
          try {
            for (Node node : cluster.nodes()) {
              stops.add(now.getAsInt());
              node.stop();
              cluster.start(node);
              ups.add(now.getAsInt());
            }
          } finally {
            end.set(now.getAsInt() + lengths.after());
          }
        };
    int longest = lengths.steady() + lengths.restarts() + lengths.after();
    List<List<NodeCounts>> nodes = new ArrayList<>();
    // Each node has a thread of its own, because a node that starts answers late.
    List<OpenLoop.Event> events = new ArrayList<>();
    for (Node node : cluster.nodes()) {
      List<NodeCounts> seconds = new ArrayList<>();
      NodeBeans beans = new NodeBeans(node);
      events.add(new OpenLoop.Event(0, () -> beans.record(longest, isOver, seconds)));
      nodes.add(seconds);
    }
    events.add(new OpenLoop.Event(lengths.steady(), restarts));
    Recording latency = load(reads, longest, isOver, events);
    if (end.get() > latency.length()) {
      throw new CommandException(
          "The nodes took longer than %d seconds to restart: run this on a less busy machine."
              .formatted(lengths.restarts()));
    }
    return new RollingRestart(latency.first(end.get()), nodes, stops, ups);
  }

  private static Recording load(
      Requests reads, int seconds, BooleanSupplier isDone, List<OpenLoop.Event> events)
      throws InterruptedException {
    OpenLoop.Load load = new OpenLoop.Load(reads, READS_PER_SECOND, 0, MAX_IN_FLIGHT, DEADLINE);
    return OpenLoop.run(seconds, recordings -> isDone.getAsBoolean(), List.of(load), events).get(0);
  }

  /** Reads of partitions from a Zipf distribution. Each seed draws other partitions. */
  private static Requests zipf(LoadClient client, int seed) {
    List<List<ByteBuffer>> keys =
        IntStream.range(0, PARTITIONS).mapToObj(id -> List.of(LoadClient.encoded(id))).toList();
    return client.requests(
        NodeBeans.SELECT,
        DefaultConsistencyLevel.LOCAL_QUORUM,
        new Zipf(PARTITIONS, SKEW).draw(seed, DRAWN).mapToObj(keys::get).toList());
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
        // The lowest value, so that the other nodes notice soon that one is down.
        .withSetting("phi_convict_threshold", 5)
        .withSetting("file_cache_enabled", true)
        .withSetting("file_cache_size", RESERVED_MIB + CACHE_MIB + "MiB");
  }
}
