package io.goodput.lab.bench.hotpartition;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.arms.OwnSettings;
import io.goodput.lab.bench.arms.OwnSettings.Setting;
import io.goodput.lab.bench.hotpartition.HotPartitionResult.AttackRound;
import io.goodput.lab.bench.hotpartition.HotPartitionResult.Reads;
import io.goodput.lab.bench.hotpartition.HotPartitionResult.RequestCost;
import io.goodput.lab.bench.load.ClosedLoop;
import io.goodput.lab.bench.load.ErrorsOnOverload;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.OpenLoop.Event;
import io.goodput.lab.bench.load.OpenLoop.Load;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.WarmUp;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.nodes.NodeOptions;
import io.goodput.lab.nodes.TemporaryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The benchmark {@code hot-partition}: uniform reads alone, and with an attack on one partition
 * that is served, shed by Cassandra's own protection, limited, answered from shared reads, or held
 * at a fair share. The attack is the same read again and again, and in other rounds reads of many
 * rows of the partition.
 */
public final class HotPartition implements Benchmark {

  static final int NODES = 3;

  /** Reads per second of each partition while the limit is set. */
  static final int LIMIT = 10;

  /** The same where identical reads are coalesced. */
  static final int COALESCING_LIMIT = 100;

  /** How old an answer over the limit may be, in milliseconds. */
  static final int STALENESS_MS = 50;

  /** The phases of rounds with an attack on many rows of a partition. */
  static final List<Phase> MANY_ROWS =
      List.of(
          Phase.ALONE, Phase.STOCK, Phase.COALESCING, Phase.COALESCING_LIMIT, Phase.NOTHING_SET);

  private static final List<Phase> WARMED_UP =
      List.of(
          Phase.COALESCING_LIMIT, Phase.STALE, Phase.COALESCING, Phase.NOTHING_SET, Phase.STOCK);

  /** Request threads of each node: a quarter of them may wait for the reads of others. */
  static final int THREADS = 256;

  /** Rates of the reads, relative to the capacity. */
  static final double UNIFORM_SHARE = 0.4;

  static final double ATTACK_FACTOR = 3;

  static final int UNIFORM_IN_FLIGHT = 128;
  static final int ATTACK_IN_FLIGHT = 8 * UNIFORM_IN_FLIGHT;
  static final Duration DEADLINE = Duration.ofSeconds(1);

  /**
   * As its experts would set it up: the oldest request waits for half a second at most. That is a
   * part of {@code native_transport_timeout}, whose default of 12 s a running node keeps.
   */
  static final List<Setting> TUNED =
      List.of(
          Setting.ofStorageService(
              "native_transport_queue_max_item_age_threshold: 0.042",
              "NativeTransportQueueMaxItemAgeThreshold",
              0.042),
          Setting.ofStorageService(
              "native_transport_throw_on_overload: true", "NativeTransportThrowOnOverload", true));

  /** Clients for the warm-up and for the measurement of CPU time. */
  private static final int CLIENTS = 64;

  /**
   * Lengths of the parts of a run in seconds, and the number of rounds. The warm-up ends earlier
   * once the nodes are stable. The first {@code settle} seconds of a phase do not count.
   */
  record PhaseLengths(int rounds, int warmUp, int alone, int attacked, int settle, int cpu) {

    /** About ten minutes, the start of the cluster included. */
    static final PhaseLengths QUICK = new PhaseLengths(3, 40, 7, 8, 3, 4);

    static final PhaseLengths FULL = new PhaseLengths(5, 90, 15, 20, 5, 20);
  }

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    PhaseLengths lengths = bench.quickOr(PhaseLengths.QUICK, PhaseLengths.FULL);
    // The nodes give way to the client, which would offer less if it waited for a core.
    NodeOptions options =
        bench.withPlugin().withNiceness(10).withSetting("native_transport_max_threads", THREADS);
    // The attack has its own connections, so that other reads do not queue behind it in a socket.
    try (TemporaryCluster nodes = bench.start(NODES, options);
        LoadClient operator = LoadClient.connect(nodes.cluster().contactPoints());
        LoadClient user = client(nodes);
        LoadClient attacker = client(nodes);
        OwnSettings protection = new OwnSettings(nodes.cluster(), TUNED)) {
      Posts posts = Posts.create(nodes, protection, operator, user, attacker);
      return new Run(bench, lengths, nodes, posts).measure().findings();
    }
  }

  /** Stock nodes say that they are overloaded, instead of reading no more. */
  private static LoadClient client(TemporaryCluster nodes) {
    return LoadClient.connect(
        new ErrorsOnOverload().addContactPoints(nodes.cluster().contactPoints()));
  }

  private record Run(Bench bench, PhaseLengths lengths, TemporaryCluster nodes, Posts posts) {

    HotPartitionResult measure() throws InterruptedException {
      bench.say("Warming up ...");
      warmUp(posts.uniform(), lengths.warmUp());
      // Each phase takes a path of its own, and the nodes compile them all.
      posts.rejectAll();
      warmUp(posts.hot(), lengths.warmUp() / 2);
      for (Phase phase : WARMED_UP) {
        posts.set(phase);
        warmUp(posts.hot(), lengths.warmUp() / 2);
      }
      List<Phase> all = List.of(Phase.values());
      bench.say("A round that does not count ...");
      round(all, posts.hot());
      List<AttackRound> rounds = new ArrayList<>();
      List<AttackRound> manyRows = new ArrayList<>();
      for (int round = 1; round <= lengths.rounds(); round++) {
        bench.say("Round %d of %d ...", round, lengths.rounds());
        rounds.add(round(Phase.order(all, round), posts.hot()));
        bench.say("Round %d of %d, many rows of the partition ...", round, lengths.rounds());
        manyRows.add(round(Phase.order(MANY_ROWS, round), posts.manyRows()));
      }
      bench.say("CPU time per request ...");
      double begin = cpuMicros();
      TimeUnit.SECONDS.sleep(lengths.cpu());
      double idle = (cpuMicros() - begin) / lengths.cpu();
      Map<Phase, RequestCost> costs = new EnumMap<>(Phase.class);
      for (Phase phase : List.of(Phase.STOCK, Phase.COALESCING, Phase.STALE)) {
        posts.set(phase);
        costs.put(phase, cost(Outcome.GOOD, idle));
      }
      posts.rejectAll();
      costs.put(Phase.LIMIT, cost(Outcome.REFUSED, idle));
      posts.set(Phase.ALONE);
      return new HotPartitionResult(lengths, rounds, manyRows, costs);
    }

    private void warmUp(Requests requests, int maxSeconds) throws InterruptedException {
      WarmUp.untilStable(requests, CLIENTS, maxSeconds, bench.progress());
    }

    private AttackRound round(List<Phase> order, Requests hot) throws InterruptedException {
      // It changes, because compilers make the nodes faster for minutes. 256 clients keep them
      // busy.
      double capacity = ClosedLoop.capacity(posts.uniform(), 256, 4);
      Load uniform =
          new Load(posts.uniform(), UNIFORM_SHARE * capacity, 0, UNIFORM_IN_FLIGHT, DEADLINE);
      int begin = Phase.ALONE.seconds(lengths);
      Load attack = new Load(hot, ATTACK_FACTOR * capacity, begin, ATTACK_IN_FLIGHT, DEADLINE);
      List<Event> changes =
          order.stream()
              .map(
                  phase ->
                      new Event(AttackRound.begin(order, phase, lengths), () -> posts.set(phase)))
              .toList();
      int seconds = order.stream().mapToInt(phase -> phase.seconds(lengths)).sum();
      List<Recording> recordings = OpenLoop.run(seconds, List.of(uniform, attack), changes);
      posts.set(Phase.ALONE);
      AttackRound round = new AttackRound(order, capacity, recordings.get(0), recordings.get(1));
      for (Phase phase : order) {
        bench.say("  %-22s %s", phase, Figure.line(Reads.FIGURES, round.in(phase, lengths)));
      }
      return round;
    }

    /** Keeps the nodes busy. Threads of a half idle node spin, and this time would count too. */
    private RequestCost cost(Outcome expected, double idle) throws InterruptedException {
      warmUp(posts.hot(), lengths.warmUp() / 4);
      double begin = cpuMicros();
      double perSecond =
          ClosedLoop.run(posts.hot(), CLIENTS, lengths.cpu()).whole().perSecond(expected);
      double microsPerSecond = (cpuMicros() - begin) / lengths.cpu() - idle;
      return new RequestCost(microsPerSecond / perSecond, perSecond);
    }

    private double cpuMicros() {
      return nodes.cpuTime().toNanos() / 1e3;
    }
  }
}
