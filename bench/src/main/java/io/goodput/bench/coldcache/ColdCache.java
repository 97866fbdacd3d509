package io.goodput.bench.coldcache;

import com.datastax.oss.driver.api.core.DriverException;
import io.goodput.bench.BenchException;
import io.goodput.bench.TemporaryCluster;
import io.goodput.bench.load.LoadClient;
import io.goodput.bench.load.OpenLoop;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Requests;
import io.goodput.bench.report.OldFindings;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.Node;
import io.goodput.cluster.NodeOptions;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The benchmark {@code cold-cache}: one of three nodes is restarted under a steady load of reads,
 * in a cluster as Apache ships it and in one with Goodput, one after the other.
 */
public final class ColdCache {

  static final int NODES = 3;

  /** A warm node's disk is then used to four tenths; two cores carry all nodes and the client. */
  static final double READS_PER_SECOND = 400;

  static final int CACHE_MIB = 9;

  /** Cassandra keeps so much of its file cache for other purposes than the chunk cache. */
  private static final int RESERVED_MIB = 32;

  /**
   * For each chunk that fits. After ten the cache tries how it does without a window for newcomers:
   * it drops a chunk before the read that it is for has seen it, again and again until the chunk is
   * popular enough. After eighteen it has given that up, and does not try again for long.
   */
  private static final int LOOK_UPS_TO_FILL = 20;

  /** Others than those of the nodes' own reads, which are their numbers. */
  private static final int WARM_UP_SEED = NODES + 1;

  private static final int LOAD_SEED = NODES + 2;

  static final int IN_FLIGHT = 512;
  static final Duration DEADLINE = Duration.ofSeconds(2);

  private static final String WEIGHTED = "heat_weighted_reads: true\n";

  private ColdCache() {}

  /**
   * Where and how to measure.
   *
   * @param cassandraLib folder with Cassandra's jars
   * @param plugin the plug-in's jar
   * @param port where the nodes answer CQL
   * @param heapMegabytes of each node
   * @param dynamicSnitch whether the stock nodes choose replicas by latency, as by default
   */
  public record Settings(
      Path cassandraLib,
      Path plugin,
      int port,
      int heapMegabytes,
      boolean dynamicSnitch,
      Lengths lengths) {}

  /**
   * Measures on clusters of its own, one at a time.
   *
   * @param progress told what happens, a short line at a time
   * @throws BenchException if it could not be carried out
   */
  public static OldFindings measure(Settings settings, Consumer<String> progress) {
    try {
      NodeOptions stock =
          NodeOptions.stock().withSetting("dynamic_snitch", settings.dynamicSnitch());
      NodeOptions weighted = NodeOptions.protectedBy(settings.plugin()).withGoodputYaml(WEIGHTED);
      List<Restart> stockRounds = new ArrayList<>();
      List<Restart> weightedRounds = new ArrayList<>();
      for (int round = 0; round < settings.lengths().rounds(); round++) {
        stockRounds.add(restart("stock", stock, settings, settings.lengths(), progress));
        weightedRounds.add(
            restart("weighted", weighted, settings, settings.lengths().fillingBefore(), progress));
      }
      return new ColdCacheResult(
          settings.lengths(), settings.dynamicSnitch(), stockRounds, weightedRounds);
    } catch (DriverException e) {
      throw new BenchException("A node did not answer: " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The benchmark was interrupted.", e);
    }
  }

  private static Restart restart(
      String name,
      NodeOptions options,
      Settings settings,
      Lengths lengths,
      Consumer<String> progress)
      throws InterruptedException {
    progress.accept("Starting the %s nodes on port %d ...".formatted(name, settings.port()));
    try (TemporaryCluster own =
            TemporaryCluster.start(
                settings.cassandraLib(),
                spec ->
                    spec.withNodes(NODES)
                        .withNativePort(settings.port())
                        .withHeapMegabytes(settings.heapMegabytes())
                        .withOptions(common(options)),
                progress);
        LoadClient client = LoadClient.connect(own.cluster().contactPoints())) {
      Cluster cluster = own.cluster();
      progress.accept("Filling the table ...");
      Rows.create(client.session(), cluster);
      onEach(cluster, NodeBeans::writeRows);
      onEach(cluster, NodeBeans::flush);
      progress.accept("Warming the caches ...");
      onEach(cluster, node -> node.makeDiskInstant(true));
      onEach(cluster, node -> node.readRows(LOOK_UPS_TO_FILL * CACHE_MIB * 1024 / Rows.CHUNK_KIB));
      onEach(cluster, node -> node.makeDiskInstant(false));
      load(Rows.zipf(client, WARM_UP_SEED), lengths.warmUp(), List.of());
      progress.accept("Restarting node %d under load ...".formatted(NODES));
      Restart restart = underLoad(cluster, Rows.zipf(client, LOAD_SEED), lengths);
      progress.accept(ColdCacheResult.line(restart));
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

  private static Restart underLoad(Cluster cluster, Requests reads, Lengths lengths)
      throws InterruptedException {
    Node victim = cluster.node(NODES);
    CompletableFuture<Void> restarted = new CompletableFuture<>();
    try (Histories histories = new Histories(cluster.nodes())) {
      Recording latency =
          load(
              reads,
              lengths.run(),
              List.of(
                  new OpenLoop.Event(0, () -> histories.record(lengths.run())),
                  new OpenLoop.Event(
                      lengths.steady(),
                      () -> {
                        try {
                          victim.kill();
                          cluster.awaitReady(line -> {});
                          cluster.start(victim);
                          restarted.complete(null);
                        } catch (RuntimeException e) {
                          restarted.completeExceptionally(e);
                        }
                      })));
      restarted.join();
      return new Restart(lengths, latency, histories.histories());
    }
  }

  private static Recording load(Requests reads, int seconds, List<OpenLoop.Event> events)
      throws InterruptedException {
    return OpenLoop.run(
            seconds,
            List.of(new OpenLoop.Load(reads, READS_PER_SECOND, 0, IN_FLIGHT, DEADLINE)),
            events)
        .get(0);
  }

  /** What all nodes have in common: a small cache, a disk each, and a snitch of many clusters'. */
  private static NodeOptions common(NodeOptions options) {
    URL place = Objects.requireNonNull(ColdCache.class.getResource("cassandra-rackdc.properties"));
    return options
        .withClasspathFirst(ownClasses())
        .shortLived()
        .withJvmArgument("-Dcassandra-rackdc.properties=" + place)
        .withSetting("endpoint_snitch", "GossipingPropertyFileSnitch")
        // The lowest there is: a node that was killed is to be noticed soon.
        .withSetting("phi_convict_threshold", 5)
        .withSetting("file_cache_enabled", true)
        .withSetting("file_cache_size", RESERVED_MIB + CACHE_MIB + "MiB");
  }

  private static Path ownClasses() {
    try {
      return Path.of(ColdCache.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
