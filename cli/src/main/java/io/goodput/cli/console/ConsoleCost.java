package io.goodput.cli.console;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.cli.console.ConsoleCostResult.Arm;
import io.goodput.cli.console.ConsoleCostResult.Lengths;
import io.goodput.cli.console.ConsoleCostResult.Phase;
import io.goodput.cli.console.ConsoleCostResult.Round;
import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.NodeSample.State;
import io.goodput.cli.watch.Nodes;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.BenchException;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.CpuTime;
import io.goodput.lab.bench.TemporaryCluster;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.load.Zipf;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.nodes.Cluster;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * The benchmark {@code console}: the CPU time of a node while a browser shows the console, and
 * while none does.
 */
public final class ConsoleCost implements Benchmark {

  static final int LOAD_PER_SECOND = 200;
  static final int OVERRIDES = 20;
  static final int PARTITIONS = 10_000;

  private static final double SKEW = 0.9;
  private static final int ROWS = 65_536;
  private static final Duration DEADLINE = Duration.ofSeconds(1);

  /** A node compiles what it does often: a minute of this is about an hour and a half of frames. */
  private static final Duration WARM_UP_PERIOD = Duration.ofMillis(10);

  /** The console, and the load, must get this share of their answers. */
  private static final double LEAST_ANSWERED = 0.99;

  /** Between the arms, so that what one of them leaves to do is done. */
  private static final int SETTLE_SECONDS = 3;

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    Lengths lengths = bench.quickOr(new Lengths(60, 3, 20), new Lengths(60, 5, 60));
    Map<Phase, List<Round>> rounds = new EnumMap<>(Phase.class);
    Answers answers = new Answers();
    try (TemporaryCluster temporary = bench.start(spec -> spec.withOptions(bench.withPlugin()));
        LoadClient client = LoadClient.connect(temporary.cluster().contactPoints());
        Feed feed = feed(temporary.cluster(), Duration.ofSeconds(1), answers);
        Feed quick = feed(temporary.cluster(), WARM_UP_PERIOD, answers)) {
      prepare(temporary, client.session());
      for (Phase phase : Phase.values()) {
        bench.say("The node is %s ...", phase);
        try (Load load = phase == Phase.LOADED ? Load.start(client) : Load.none()) {
          Watched node = new Watched(temporary.cluster(), feed, quick);
          node.warmUp(lengths.warmUp());
          rounds.put(phase, rounds(bench, lengths, phase, node));
          answers.requireMost();
          load.requireAnswers();
        }
      }
    }
    return new ConsoleCostResult(lengths, rounds).findings();
  }

  private static Feed feed(Cluster cluster, Duration period, Answers answers) {
    Nodes nodes = new Nodes(LoginOptions.connect(cluster.contactPoints(), null, null));
    return new Feed(
        new ClusterSource(
            (isComplete, views) -> answers.counted(nodes.sample(isComplete, views)),
            null,
            period,
            nodes::close));
  }

  /** Whether the node answers the console: what does not answer costs nothing. */
  private static final class Answers {

    private final LongAdder given = new LongAdder();
    private final LongAdder missing = new LongAdder();

    List<NodeSample> counted(List<NodeSample> samples) {
      samples.forEach(sample -> (sample.state() == State.PROTECTED ? given : missing).increment());
      return samples;
    }

    void requireMost() {
      if (given.sum() == 0 || missing.sum() > (1 - LEAST_ANSWERED) * given.sum()) {
        throw new BenchException(
            "The node answered %d samples of the console, and did not answer %d: read its log."
                .formatted(given.sum(), missing.sum()));
      }
    }
  }

  private static void prepare(TemporaryCluster cluster, CqlSession session) {
    cluster.create(
        session,
        "posts (id int PRIMARY KEY, body text)"
            + " WITH per_partition_rate_limit = {'max_reads_per_second': 10}");
    for (int key = 0; key < OVERRIDES; key++) {
      session.execute(
          "UPDATE goodput.overrides USING TTL 3600 SET max_reads_per_second = 5"
              + " WHERE keyspace_name = 'bench' AND table_name = 'posts'"
              + " AND partition_key = '%d'".formatted(key));
    }
  }

  private static List<Round> rounds(Bench bench, Lengths lengths, Phase phase, Watched node)
      throws InterruptedException {
    List<Round> rounds = new ArrayList<>();
    for (int number = 1; number <= lengths.rounds(); number++) {
      List<Arm> order = new ArrayList<>(List.of(Arm.values()));
      Collections.rotate(order, 1 - number);
      Map<Arm, Double> cores = new EnumMap<>(Arm.class);
      for (Arm arm : order) {
        node.cores(arm, SETTLE_SECONDS);
        cores.put(arm, node.cores(arm, lengths.seconds()));
      }
      Round round = Round.of(cores);
      bench.say(
          "  round %d of %d: %s", number, lengths.rounds(), ConsoleCostResult.line(phase, round));
      rounds.add(round);
    }
    return rounds;
  }

  /**
   * A node, and a console that a browser shows or not.
   *
   * @param quick the same with many frames per second
   */
  private record Watched(Cluster cluster, Feed feed, Feed quick) {

    void warmUp(int seconds) throws InterruptedException {
      watch(quick, seconds);
    }

    private static void watch(Feed shown, int seconds) throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      int frames = 0;
      try (Feed.Browser browser = shown.open()) {
        while (System.nanoTime() < end) {
          browser.next();
          frames++;
        }
      }
      if (frames < seconds / 2) {
        throw new BenchException(
            "The console had %d frames in %d s: read what it printed.".formatted(frames, seconds));
      }
    }

    /** How many cores the nodes use over some seconds. */
    double cores(Arm arm, int seconds) throws InterruptedException {
      long begin = System.nanoTime();
      Duration before = CpuTime.of(cluster);
      if (arm == Arm.WITH) {
        watch(feed, seconds);
      } else {
        TimeUnit.SECONDS.sleep(seconds);
      }
      Duration used = CpuTime.of(cluster).minus(before);
      return (double) used.toNanos() / (System.nanoTime() - begin);
    }
  }

  /** Reads of many partitions, some of them over their limits, until it is closed. */
  private record Load(AtomicBoolean isDone, CompletableFuture<List<Recording>> end)
      implements AutoCloseable {

    static Load none() {
      return new Load(new AtomicBoolean(), CompletableFuture.completedFuture(List.of()));
    }

    static Load start(LoadClient client) {
      List<List<ByteBuffer>> keys =
          new Zipf(PARTITIONS, SKEW)
              .draw(1, ROWS)
              .mapToObj(key -> TypeCodecs.INT.encodePrimitive(key, ProtocolVersion.DEFAULT))
              .map(List::of)
              .toList();
      OpenLoop.Load load =
          new OpenLoop.Load(
              client.requests(
                  "SELECT * FROM bench.posts WHERE id = ?", ConsistencyLevel.LOCAL_ONE, keys),
              LOAD_PER_SECOND,
              0,
              LOAD_PER_SECOND,
              DEADLINE);
      AtomicBoolean isDone = new AtomicBoolean();
      return new Load(isDone, CompletableFuture.supplyAsync(() -> run(load, isDone)));
    }

    private static List<Recording> run(OpenLoop.Load load, AtomicBoolean isDone) {
      try {
        return OpenLoop.run(3600, isDone::get, List.of(load), List.of());
      } catch (InterruptedException e) {
        throw new CompletionException(e);
      }
    }

    /**
     * Ends the load.
     *
     * @throws BenchException if the node did not answer nearly all of it in time
     */
    void requireAnswers() {
      isDone.set(true);
      end.join().forEach(Load::requireAnswers);
    }

    private static void requireAnswers(Recording recording) {
      Summary whole = recording.whole();
      long asked = whole.counts().values().stream().mapToLong(Long::longValue).sum();
      long answered = whole.count(Outcome.GOOD) + whole.count(Outcome.REFUSED);
      if (asked == 0 || answered < LEAST_ANSWERED * asked) {
        throw new BenchException(
            "The node answered %d of %d reads in time. First failure: %s"
                .formatted(
                    answered, asked, Objects.requireNonNullElse(recording.failure(), "late")));
      }
    }

    @Override
    public void close() {
      isDone.set(true);
      end.join();
    }
  }
}
