package io.goodput.bench.overload;

import com.datastax.oss.driver.api.core.DriverException;
import io.goodput.bench.BenchException;
import io.goodput.bench.load.OpenLoop;
import io.goodput.bench.load.Recording;
import io.goodput.bench.report.Findings;
import io.goodput.cluster.NodeOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The benchmark {@code overload}: writes to one partition, offered at rising rates to a cluster as
 * Apache ships it and to one with Goodput, in turn.
 */
public final class Overload {

  /** From the moment a request was to be sent. */
  static final Duration DEADLINE = Duration.ofMillis(500);

  /** Part of the best goodput that each gets at once, for the comparison without overload. */
  static final double MODERATE = 0.25;

  /** The first step, as part of what the stock nodes were found to serve. */
  private static final double FIRST = 0.4;

  /** From one step to the next: every other doubles the load. */
  private static final double GROWTH = Math.sqrt(2);

  /** The last step, as a multiple of the one at which stock was best; but for rounding, two. */
  private static final double LAST = 1.99;

  /** Of each node, for requests; and as many for writes. */
  static final int THREADS = 8;

  private static final int NODE_CORE = 1;
  private static final int CLIENT_CORE = 0;

  private Overload() {}

  /**
   * Where and how to measure.
   *
   * @param cassandraLib folder with Cassandra's jars
   * @param plugin the plug-in's jar
   * @param stockPort where the stock nodes answer CQL
   * @param protectedPort where the protected nodes do
   * @param heapMegabytes of each node
   * @param goodputYaml settings of the protected nodes
   */
  public record Settings(
      Path cassandraLib,
      Path plugin,
      int stockPort,
      int protectedPort,
      int heapMegabytes,
      String goodputYaml,
      Lengths lengths) {}

  /**
   * Measures on two clusters of its own.
   *
   * @param progress told what happens, a short line at a time
   * @throws BenchException if it could not be carried out
   */
  public static Findings measure(Settings settings, Consumer<String> progress) {
    try (Subject stock =
            Subject.start(
                "stock",
                settings.cassandraLib(),
                settings.stockPort(),
                settings.heapMegabytes(),
                common(NodeOptions.stock(), settings.lengths()),
                progress);
        Subject guarded =
            Subject.start(
                "protected",
                settings.cassandraLib(),
                settings.protectedPort(),
                settings.heapMegabytes(),
                common(NodeOptions.protectedBy(settings.plugin()), settings.lengths())
                    .withGoodputYaml(settings.goodputYaml()),
                progress)) {
      return measure(stock, guarded, settings.lengths(), progress);
    } catch (DriverException e) {
      throw new BenchException("A node did not answer: " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The benchmark was interrupted.", e);
    }
  }

  /**
   * What all nodes have in common. Threads are in proportion: Cassandra's defaults, 128 for
   * requests and 32 for writes, are those of a machine with some sixteen cores.
   */
  private static NodeOptions common(NodeOptions options, Lengths lengths) {
    NodeOptions compiled =
        lengths.firstCompiler() ? options.withJvmArgument("-XX:TieredStopAtLevel=1") : options;
    return compiled
        .withJvmArgument("-XX:ActiveProcessorCount=1")
        .withSetting("native_transport_max_threads", THREADS)
        .withSetting("concurrent_writes", THREADS)
        .withSetting("write_request_timeout", DEADLINE.toMillis() + "ms");
  }

  private static OverloadResult measure(
      Subject stock, Subject guarded, Lengths lengths, Consumer<String> progress)
      throws InterruptedException {
    // Compilers are done sooner with all cores.
    for (Subject subject : List.of(stock, guarded)) {
      progress.accept("Warming up the %s nodes ...".formatted(subject.name()));
      subject.warmUp(lengths.warmUp(), progress);
    }
    boolean pinned = pin(stock, guarded);
    progress.accept(
        pinned
            ? "The nodes share one core, the client has another"
            : "Nodes and client share all cores: two cores and taskset would keep them apart");
    double saturation = stock.saturation(lengths.probe());
    double guardedSaturation = guarded.saturation(lengths.probe());
    progress.accept(
        "Saturation: %.0f/s stock, %.0f/s protected".formatted(saturation, guardedSaturation));
    List<Step> stockSteps = new ArrayList<>();
    List<Step> guardedSteps = new ArrayList<>();
    for (double offered = FIRST * saturation;
        stockSteps.size() < lengths.maxSteps() && !isEnough(stockSteps);
        offered *= GROWTH) {
      stockSteps.add(step(stock, offered, saturation, lengths, progress));
      guardedSteps.add(step(guarded, offered, saturation, lengths, progress));
    }
    double light = OverloadResult.moderate(stockSteps, guardedSteps);
    List<OverloadResult.Pair> moderate = new ArrayList<>();
    for (int round = 1; round <= lengths.moderateRounds(); round++) {
      progress.accept(
          "Without overload, round %d of %d ...".formatted(round, lengths.moderateRounds()));
      moderate.add(moderate(stock, guarded, light, lengths.moderate()));
    }
    return new OverloadResult(
        lengths,
        pinned,
        new OverloadResult.Saturation(saturation, guardedSaturation),
        stockSteps,
        guardedSteps,
        moderate);
  }

  /** Both at once, so that whatever else the machine does slows both. */
  private static OverloadResult.Pair moderate(
      Subject stock, Subject guarded, double perSecond, int seconds) throws InterruptedException {
    Duration stockCpu = stock.cpu();
    Duration guardedCpu = guarded.cpu();
    List<Recording> recordings =
        OpenLoop.run(
            seconds,
            List.of(stock.writes(perSecond, DEADLINE), guarded.writes(perSecond, DEADLINE)));
    return new OverloadResult.Pair(
        recordings.get(0),
        recordings.get(1),
        stock.cpu().minus(stockCpu),
        guarded.cpu().minus(guardedCpu));
  }

  private static boolean pin(Subject stock, Subject guarded) {
    return Pinning.isPossible()
        && stock.pin(NODE_CORE)
        && guarded.pin(NODE_CORE)
        && Pinning.pin(ProcessHandle.current().pid(), CLIENT_CORE);
  }

  /** Nodes get faster for minutes: what stock can serve is known for certain when it cannot. */
  private static boolean isEnough(List<Step> stock) {
    return !stock.isEmpty()
        && stock.get(stock.size() - 1).offered() > LAST * OverloadResult.best(stock).offered();
  }

  private static Step step(
      Subject subject,
      double offered,
      double saturation,
      Lengths lengths,
      Consumer<String> progress)
      throws InterruptedException {
    Step step = subject.step(offered, lengths, saturation, DEADLINE);
    progress.accept("  %-9s %s".formatted(subject.name(), OverloadResult.line(step)));
    return step;
  }
}
