package io.goodput.lab.bench.background;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.arms.Cores;
import io.goodput.lab.bench.arms.OwnSettings;
import io.goodput.lab.bench.arms.OwnSettings.Setting;
import io.goodput.lab.bench.arms.Setup;
import io.goodput.lab.bench.background.BackgroundResult.Sample;
import io.goodput.lab.bench.load.ClosedLoop;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.OpenLoop.Load;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.SmallPartitions;
import io.goodput.lab.bench.load.WarmUp;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.NodeOptions;
import io.goodput.lab.nodes.TemporaryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The benchmark {@code background}: point reads while a node compacts two tables, and while clients
 * filter one of them; then while a replica of three stands still again and again. The nodes switch
 * between the arms while they run.
 */
public final class Background implements Benchmark {

  /** Rate of the reads, relative to what the node serves. */
  static final double READS_SHARE = 0.7;

  static final int IN_FLIGHT = 256;
  static final Duration DEADLINE = Duration.ofSeconds(1);

  /** What an operator would set for the busiest hour of the day. */
  static final List<Setting> TUNED =
      List.of(
          Setting.ofStorageService(
              "compaction_throughput: 16MiB/s", "CompactionThroughputMbPerSec", 16),
          Setting.ofStorageService("concurrent_compactors: 1", "ConcurrentCompactors", 1),
          Setting.ofStorageService("range_request_timeout: 1s", "RangeRpcTimeout", 1_000L));

  private static final int CLIENTS = 64;

  /** A client that filters asks again at once, but not more often than this. */
  private static final double FILTERS_PER_SECOND = 10;

  private static final Duration FILTER_DEADLINE = Duration.ofSeconds(30);

  /**
   * Lengths of the parts of a run in seconds, and the number of rounds. The first {@code settle}
   * seconds of a phase do not count.
   *
   * @param megabytes size of both tables together
   */
  record Lengths(int rounds, int warmUp, int probe, int reads, int settle, int megabytes) {

    static final Lengths QUICK = new Lengths(3, 30, 4, 12, 4, 900);

    static final Lengths FULL = new Lengths(5, 90, 5, 24, 4, 1_700);
  }

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    Lengths lengths = bench.quickOr(Lengths.QUICK, Lengths.FULL);
    BackgroundResult onOneNode = onOneNode(bench, lengths);
    return onOneNode.with(new SlowReplica(bench, lengths).measure()).findings();
  }

  private static BackgroundResult onOneNode(Bench bench, Lengths lengths)
      throws InterruptedException {
    try (TemporaryCluster nodes = bench.start(1, options(bench));
        LoadClient client = LoadClient.connect(nodes.cluster().contactPoints());
        OwnSettings own = new OwnSettings(nodes.cluster(), TUNED)) {
      SmallPartitions.create(nodes, client, "posts");
      bench.say("Filling tables with %d MB ...", lengths.megabytes());
      LargeTables.create(client.session(), lengths.megabytes());
      Node node = nodes.cluster().nodes().get(0);
      LargeTables.flush(node);
      return new Run(bench, lengths, node, client, SmallPartitions.reads(client), own).measure();
    }
  }

  private static NodeOptions options(Bench bench) {
    return bench
        .withPlugin()
        .withJvmArgument("-XX:ActiveProcessorCount=1")
        .withSetting("native_transport_max_threads", Setup.THREADS)
        .withSetting("concurrent_reads", Setup.THREADS)
        .withSetting("concurrent_writes", Setup.THREADS)
        .withSetting("batch_size_warn_threshold", "64KiB");
  }

  private record Run(
      Bench bench, Lengths lengths, Node node, LoadClient client, Requests reads, OwnSettings own) {

    BackgroundResult measure() throws InterruptedException {
      bench.say("Warming up ...");
      WarmUp.untilStable(reads, CLIENTS, lengths.warmUp(), bench.progress());
      boolean pinned = Cores.separate(List.of(node));
      double capacity = ClosedLoop.capacity(reads, CLIENTS, lengths.probe());
      bench.say("The node serves %.0f reads per second", capacity);
      double perSecond = READS_SHARE * capacity;
      bench.say("A phase that does not count ...");
      run(0, OtherWork.COMPACTION, Phase.STOCK, perSecond);
      List<Sample> samples = new ArrayList<>();
      for (int round = 1; round <= lengths.rounds(); round++) {
        bench.say("Round %d of %d ...", round, lengths.rounds());
        for (OtherWork other : OtherWork.ON_ONE_NODE) {
          for (Phase phase : Rounds.order(List.of(Phase.values()), round)) {
            samples.add(run(round, other, phase, perSecond));
          }
        }
      }
      return new BackgroundResult(lengths, pinned, capacity, samples);
    }

    private Sample run(int round, OtherWork other, Phase phase, double perSecond)
        throws InterruptedException {
      client.set("yield_to_requests", phase == Phase.GOODPUT ? "on" : "observe");
      client.set("runaway_reads", phase == Phase.GOODPUT ? "on" : "observe");
      own.set(phase == Phase.TUNED);
      long yielded = yieldedSeconds();
      boolean isTogether = phase != Phase.ALONE && other == OtherWork.COMPACTION;
      CompletableFuture<Long> compaction =
          isTogether ? compactionUntil() : CompletableFuture.completedFuture(0L);
      List<Load> loads = new ArrayList<>();
      loads.add(new Load(reads, perSecond, 0, IN_FLIGHT, DEADLINE));
      if (phase != Phase.ALONE && other.filters() > 0) {
        int filters = other.filters();
        loads.add(
            new Load(
                LargeTables.filters(client),
                filters * FILTERS_PER_SECOND,
                0,
                filters,
                FILTER_DEADLINE));
      }
      List<Recording> recordings = OpenLoop.run(lengths.reads(), loads);
      long end = System.nanoTime();
      if (other == OtherWork.COMPACTION && !isTogether) {
        compaction = compactionUntil();
      }
      long compacted = compaction.join();
      Sample sample =
          new Sample(
              other,
              phase,
              round,
              lengths.settle(),
              recordings.get(0),
              other == OtherWork.COMPACTION
                  ? (compacted - end) / (double) TimeUnit.SECONDS.toNanos(1)
                  : Double.NaN,
              yieldedSeconds() - yielded,
              recordings.size() > 1 ? recordings.get(1).whole().count(Outcome.GOOD) : 0,
              Double.NaN);
      bench.say("  %-10s %-8s %s", other, phase, Figure.line(Sample.FIGURES, sample));
      return sample;
    }

    /** Starts the compaction, and tells when it has ended. */
    private CompletableFuture<Long> compactionUntil() {
      return LargeTables.compact(node).thenApply(done -> System.nanoTime());
    }

    private long yieldedSeconds() {
      return client
          .session()
          .execute("SELECT seconds FROM goodput.yielding WHERE work = 'compaction'")
          .one()
          .getLong(0);
    }
  }
}
