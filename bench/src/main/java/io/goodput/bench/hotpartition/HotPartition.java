package io.goodput.bench.hotpartition;

import com.datastax.oss.driver.api.core.DriverException;
import io.goodput.bench.BenchException;
import io.goodput.bench.CpuTime;
import io.goodput.bench.TemporaryCluster;
import io.goodput.bench.load.ClosedLoop;
import io.goodput.bench.load.LoadClient;
import io.goodput.bench.load.OpenLoop;
import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Requests;
import io.goodput.bench.load.WarmUp;
import io.goodput.bench.report.OldFindings;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.NodeOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The benchmark {@code hot-partition}: uniform reads alone, then with an attack on one partition,
 * then with a limit set while both run.
 */
public final class HotPartition {

  static final int NODES = 3;
  static final int LIMIT = 10;

  /** Part of what the cluster can serve that the uniform reads ask for. */
  static final double UNIFORM_SHARE = 0.4;

  /** Times what the cluster can serve that the attack asks for. */
  static final double ATTACK_FACTOR = 3;

  static final int UNIFORM_IN_FLIGHT = 128;
  static final int ATTACK_IN_FLIGHT = 8 * UNIFORM_IN_FLIGHT;
  static final Duration DEADLINE = Duration.ofSeconds(1);

  /** Of the nodes, lest the client wait for a processor and offer less than it is to. */
  static final int NICENESS = 10;

  private static final int WARM_UP_CLIENTS = 64;

  /** As many as keep the nodes from ever being idle. */
  static final int PROBE_CLIENTS = 256;

  private static final int PROBE_SECONDS = 4;
  private static final int CPU_CLIENTS = 64;

  private final Settings settings;
  private final Consumer<String> progress;
  private final Cluster cluster;
  private final Rows rows;
  private final Requests uniform;
  private final Requests hot;

  private HotPartition(
      Settings settings,
      Consumer<String> progress,
      Cluster cluster,
      Rows rows,
      Requests uniform,
      Requests hot) {
    this.settings = settings;
    this.progress = progress;
    this.cluster = cluster;
    this.rows = rows;
    this.uniform = uniform;
    this.hot = hot;
  }

  /**
   * Where and how to measure.
   *
   * @param cassandraLib folder with Cassandra's jars
   * @param plugin the plug-in's jar
   * @param port where the nodes answer CQL
   * @param heapMegabytes of each node
   */
  public record Settings(
      Path cassandraLib, Path plugin, int port, int heapMegabytes, Lengths lengths) {}

  /**
   * Measures on a cluster of its own.
   *
   * @param progress told what happens, a short line at a time
   * @throws BenchException if it could not be carried out
   */
  public static OldFindings measure(Settings settings, Consumer<String> progress) {
    progress.accept("Starting %d nodes on port %d ...".formatted(NODES, settings.port()));
    try (TemporaryCluster own =
        TemporaryCluster.start(
            settings.cassandraLib(),
            spec ->
                spec.withNodes(NODES)
                    .withNativePort(settings.port())
                    .withHeapMegabytes(settings.heapMegabytes())
                    .withOptions(NodeOptions.protectedBy(settings.plugin()).withNiceness(NICENESS)),
            progress)) {
      List<InetSocketAddress> nodes = own.cluster().contactPoints();
      // The attack has connections of its own: nobody's reads wait behind it in a socket.
      try (LoadClient operator = LoadClient.connect(nodes);
          LoadClient user = LoadClient.connect(nodes);
          LoadClient attacker = LoadClient.connect(nodes)) {
        progress.accept("Filling the table ...");
        Rows rows = Rows.create(operator.session(), own.cluster());
        return new HotPartition(
                settings,
                progress,
                own.cluster(),
                rows,
                Rows.uniformReads(user),
                Rows.hotReads(attacker))
            .measure();
      }
    } catch (DriverException e) {
      throw new BenchException("The cluster did not answer: " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The benchmark was interrupted.", e);
    }
  }

  private HotPartitionResult measure() throws InterruptedException {
    progress.accept("Warming up ...");
    warmUpRefusals();
    WarmUp.untilStable(uniform, WARM_UP_CLIENTS, settings.lengths().warmUp(), progress);
    progress.accept("A round that does not count ...");
    round(capacity());
    rows.unlimit();
    List<Round> rounds = new ArrayList<>();
    for (int round = 1; round <= settings.lengths().rounds(); round++) {
      progress.accept("Round %d of %d ...".formatted(round, settings.lengths().rounds()));
      rounds.add(round(capacity()));
      rows.unlimit();
    }
    return new HotPartitionResult(settings.lengths(), rounds, cpuCost());
  }

  /** The code of both paths is to be compiled before it is measured. */
  private void warmUpRefusals() throws InterruptedException {
    rows.limitReads(0);
    WarmUp.untilStable(hot, WARM_UP_CLIENTS, settings.lengths().warmUp() / 4, progress);
    rows.unlimit();
    WarmUp.untilStable(hot, WARM_UP_CLIENTS, settings.lengths().warmUp() / 4, progress);
  }

  /** Anew for each round: compilers make the nodes faster for minutes. */
  private double capacity() throws InterruptedException {
    double perSecond =
        ClosedLoop.run(uniform, PROBE_CLIENTS, PROBE_SECONDS)
            .over(1, PROBE_SECONDS)
            .servedPerSecond();
    progress.accept("The nodes serve %.0f uniform reads a second".formatted(perSecond));
    return perSecond;
  }

  private Round round(double capacity) throws InterruptedException {
    Lengths lengths = settings.lengths();
    List<Recording> recordings =
        OpenLoop.run(
            lengths.round(),
            List.of(
                new OpenLoop.Load(
                    uniform, UNIFORM_SHARE * capacity, 0, UNIFORM_IN_FLIGHT, DEADLINE),
                new OpenLoop.Load(
                    hot,
                    ATTACK_FACTOR * capacity,
                    Phase.ATTACKED.begin(lengths),
                    ATTACK_IN_FLIGHT,
                    DEADLINE)),
            List.of(
                new OpenLoop.Event(Phase.PROTECTED.begin(lengths), () -> rows.limitReads(LIMIT))));
    Round round = new Round(capacity, recordings.get(0), recordings.get(1));
    for (Phase phase : Phase.values()) {
      progress.accept(HotPartitionResult.line(round, phase, lengths));
    }
    return round;
  }

  private CpuCost cpuCost() throws InterruptedException {
    progress.accept("CPU time per request ...");
    int seconds = settings.lengths().cpu();
    long begin = cpuMicros();
    TimeUnit.SECONDS.sleep(seconds);
    double idlePerSecond = (double) (cpuMicros() - begin) / seconds;
    Share accepted = share(seconds, Outcome.GOOD, idlePerSecond);
    rows.limitReads(0);
    Share rejected = share(seconds, Outcome.REFUSED, idlePerSecond);
    rows.unlimit();
    return new CpuCost(
        accepted.micros(), accepted.perSecond(), rejected.micros(), rejected.perSecond());
  }

  private Share share(int seconds, Outcome expected, double idlePerSecond)
      throws InterruptedException {
    WarmUp.untilStable(hot, CPU_CLIENTS, settings.lengths().warmUp() / 4, progress);
    long begin = cpuMicros();
    long count = ClosedLoop.run(hot, CPU_CLIENTS, seconds).over(0, seconds).count(expected);
    double micros = cpuMicros() - begin - idlePerSecond * seconds;
    return new Share(micros / count, (double) count / seconds);
  }

  /** What a request costs, and how many there were. */
  private record Share(double micros, double perSecond) {}

  private long cpuMicros() {
    return TimeUnit.NANOSECONDS.toMicros(CpuTime.of(cluster).toNanos());
  }
}
