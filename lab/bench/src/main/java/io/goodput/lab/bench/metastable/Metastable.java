package io.goodput.lab.bench.metastable;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.arms.ArmClusters;
import io.goodput.lab.bench.arms.ArmClusters.ArmCluster;
import io.goodput.lab.bench.arms.Setup;
import io.goodput.lab.bench.load.ClosedLoop;
import io.goodput.lab.bench.load.LibraryRequests;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.OpenLoop.Event;
import io.goodput.lab.bench.load.OpenLoop.Load;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.RequestSource;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.RetriedRequests;
import io.goodput.lab.bench.load.Retries;
import io.goodput.lab.bench.load.SmallPartitions;
import io.goodput.lab.bench.metastable.MetastableResult.Trial;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.nodes.TemporaryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The benchmark {@code metastable}: a {@link Trigger} disturbs a cluster while clients that retry
 * offer nearly all that it can serve. The retries add load, which may keep it down afterwards.
 *
 * <p>Source: Huang et al., "Metastable Failures in the Wild", OSDI 2022.
 */
public final class Metastable implements Benchmark {

  /** The load, relative to what the cluster serves right before. */
  static final double LOAD = 0.75;

  /** How long clients wait for an answer to each attempt. */
  static final Duration TIMEOUT = Duration.ofMillis(500);

  /** Settings of Goodput that keep work useful, with the clients' own timeout. */
  static final String GOODPUT_YAML =
      """
      fair_shares: on
      drop_late_requests: true
      client_timeout_reads: %1$dms
      client_timeout_writes: %1$dms
      """
          .formatted(TIMEOUT.toMillis());

  /** Replicas give up when clients do, too. */
  static final Map<String, Object> TUNING =
      Setup.tuning(TIMEOUT, "read_request_timeout", TIMEOUT.toMillis() + "ms");

  /** A login storm needs passwords. */
  private static final Map<String, Object> COMMON =
      Map.of(Setup.AUTHENTICATOR, "PasswordAuthenticator");

  private static final int WARM_UP_CLIENTS = 128;

  /** Enough for all request threads, and too few for nodes with Goodput to shed any. */
  private static final int CAPACITY_CLIENTS = 32;

  /** A trigger, and what the clients do about requests without a good answer. */
  record Case(Trigger trigger, Retries retries) {}

  /** All ways to retry after a pause, and the worst of them after the other triggers. */
  static final List<Case> ALL =
      List.of(
          new Case(Trigger.PAUSE, Retries.DEFAULT),
          new Case(Trigger.PAUSE, Retries.THREE),
          new Case(Trigger.PAUSE, Retries.SPECULATIVE),
          new Case(Trigger.PAUSE, Retries.MODULE),
          new Case(Trigger.COLD_CACHE, Retries.THREE),
          new Case(Trigger.HINTS, Retries.THREE),
          new Case(Trigger.LOGINS, Retries.THREE));

  private final List<Case> cases;

  /** The benchmark with some of the {@link #ALL} cases. */
  private Metastable(List<Case> cases) {
    this.cases = List.copyOf(cases);
  }

  /** The names of all triggers. */
  public static List<String> triggers() {
    return Stream.of(Trigger.values()).map(Text::name).toList();
  }

  /**
   * The benchmark with some triggers.
   *
   * @param names of triggers; empty for all
   */
  public static Metastable of(List<String> names) {
    return new Metastable(
        ALL.stream()
            .filter(one -> names.isEmpty() || names.contains(Text.name(one.trigger())))
            .toList());
  }

  /**
   * Lengths of the parts of a run in seconds, and the number of rounds. The warm-up ends earlier
   * once the nodes are stable. The first {@code settle} seconds of {@code before} do not count.
   */
  record RunLengths(
      boolean firstCompiler,
      int rounds,
      int warmUp,
      int probe,
      int before,
      int settle,
      int pause,
      int after) {

    /** 26 minutes for the pause alone. The JVM's first compiler alone finishes early. */
    static final RunLengths QUICK = new RunLengths(true, 3, 16, 4, 7, 3, 5, 20);

    static final RunLengths FULL = new RunLengths(false, 5, 90, 8, 15, 5, 5, 40);
  }

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    RunLengths lengths = bench.quickOr(RunLengths.QUICK, RunLengths.FULL);
    Setup setup =
        new Setup(
            TUNING, GOODPUT_YAML, COMMON, lengths.firstCompiler(), TIMEOUT, Metastable::reads);
    try (ArmClusters clusters = ArmClusters.start(bench, setup)) {
      boolean pinned = clusters.warmUp(WARM_UP_CLIENTS, lengths.warmUp());
      List<Trial> trials = new ArrayList<>();
      for (int round = 1; round <= lengths.rounds(); round++) {
        bench.say("Round %d of %d ...", round, lengths.rounds());
        for (Case what : Rounds.order(cases, round)) {
          for (ArmCluster cluster : clusters.inOrder(round)) {
            Trial trial = new Run(cluster, what, round, lengths).measure();
            bench.say(
                "  %-10s %-11s %-7s %s",
                Text.name(what.trigger()),
                Text.name(what.retries()),
                trial.arm(),
                MetastableResult.line(trial));
            trials.add(trial);
          }
        }
      }
      return new MetastableResult(lengths, pinned, trials).findings();
    }
  }

  private static Requests reads(TemporaryCluster nodes, LoadClient client) {
    SmallPartitions.create(nodes, client, "posts");
    return SmallPartitions.reads(client);
  }

  /** One cluster under load in one round, with a trigger in between. */
  private record Run(ArmCluster cluster, Case what, int round, RunLengths lengths) {

    Trial measure() throws InterruptedException {
      RequestSource requests = what.trigger().requests(cluster);
      double capacity = ClosedLoop.capacity(requests, CAPACITY_CLIENTS, lengths.probe());
      Trial trial = what.retries() == Retries.MODULE ? ofLibrary(capacity) : of(requests, capacity);
      cluster.nodes().cluster().awaitReady(progress -> {});
      cluster.secondsUntilWell(System.nanoTime(), 0.1 * capacity);
      return trial;
    }

    private Trial of(RequestSource requests, double capacity) throws InterruptedException {
      RetriedRequests retried = new RetriedRequests(requests, TIMEOUT, what.retries());
      Duration allAttempts = TIMEOUT.multipliedBy(1 + what.retries().most());
      return offer(retried, allAttempts, LOAD * capacity, retried::sent);
    }

    private Trial ofLibrary(double capacity) throws InterruptedException {
      try (LibraryRequests library = LibraryRequests.reads(cluster.sessions(), TIMEOUT)) {
        return offer(library, TIMEOUT, LOAD * capacity, library::sent);
      }
    }

    private Trial offer(
        RequestSource requests, Duration deadline, double perSecond, LongSupplier sent)
        throws InterruptedException {
      long start = System.nanoTime();
      AtomicInteger end = new AtomicInteger(Integer.MAX_VALUE);
      Event trigger =
          new Event(
              lengths.before(),
              () -> {
                strike();
                end.set((int) Math.round((System.nanoTime() - start) / 1e9));
              });
      int most = lengths.before() + what.trigger().mostSeconds(lengths.pause()) + lengths.after();
      Recording all =
          OpenLoop.run(
                  most + 1,
                  recordings -> secondsSince(start) >= (double) end.get() + lengths.after(),
                  List.of(
                      new Load(
                          requests, perSecond, 0, LoadClient.MAX_IN_FLIGHT_PER_NODE, deadline)),
                  List.of(trigger))
              .get(0);
      Recording recording = all.first(Math.min(all.length(), end.get() + lengths.after()));
      return new Trial(
          cluster.arm(), what, round, perSecond, sent.getAsLong(), lengths, end.get(), recording);
    }

    private void strike() {
      try {
        what.trigger().strike(cluster, lengths.pause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted during a trigger", e);
      }
    }

    private static double secondsSince(long start) {
      return (System.nanoTime() - start) / 1e9;
    }
  }
}
