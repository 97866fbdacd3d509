package io.goodput.bench.overload;

import com.datastax.oss.driver.api.core.DriverException;
import io.goodput.bench.BenchException;
import io.goodput.bench.load.Recording;
import io.goodput.bench.report.Findings;
import io.goodput.cluster.NodeOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The benchmark {@code overload}: writes to one partition, offered at rising rates to a node as
 * Apache ships it and to one with Goodput, in turn.
 */
public final class Overload {

  /** From the moment a request was to be sent. */
  static final Duration DEADLINE = Duration.ofMillis(500);

  /** Part of the best goodput, for the comparison without overload. */
  static final double MODERATE = 0.5;

  /** The first step, as part of what the stock node was found to serve. */
  private static final double FIRST = 0.5;

  /** The last step, as a multiple of the best that either node did. */
  private static final double LAST = 2.1;

  private static final int NODE_CORE = 1;
  private static final int CLIENT_CORE = 0;

  private Overload() {}

  /**
   * Where and how to measure.
   *
   * @param cassandraLib folder with Cassandra's jars
   * @param plugin the plug-in's jar
   * @param stockPort where the stock node answers CQL
   * @param protectedPort where the protected node does
   * @param heapMegabytes of each node
   * @param goodputYaml settings of the protected node
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
   * Measures on two nodes of its own.
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
                common(NodeOptions.stock()),
                progress);
        Subject guarded =
            Subject.start(
                "protected",
                settings.cassandraLib(),
                settings.protectedPort(),
                settings.heapMegabytes(),
                common(NodeOptions.protectedBy(settings.plugin()))
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

  /** What both nodes have in common. */
  private static NodeOptions common(NodeOptions options) {
    return options
        .withJvmArgument("-XX:ActiveProcessorCount=1")
        .withSetting("write_request_timeout", DEADLINE.toMillis() + "ms");
  }

  private static OverloadResult measure(
      Subject stock, Subject guarded, Lengths lengths, Consumer<String> progress)
      throws InterruptedException {
    // Compilers are done sooner with all cores.
    for (Subject subject : List.of(stock, guarded)) {
      progress.accept("Warming up the %s node ...".formatted(subject.name()));
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
    double peak = 0;
    for (double offered = FIRST * saturation;
        stockSteps.size() < lengths.maxSteps() && !isEnough(stockSteps, peak);
        offered *= lengths.growth()) {
      stockSteps.add(step(stock, offered, saturation, lengths, progress));
      guardedSteps.add(step(guarded, offered, saturation, lengths, progress));
      peak = Math.max(OverloadResult.peak(stockSteps), OverloadResult.peak(guardedSteps));
    }
    double light = OverloadResult.moderate(stockSteps, guardedSteps);
    List<OverloadResult.Pair> moderate = new ArrayList<>();
    for (int round = 1; round <= lengths.moderateRounds(); round++) {
      progress.accept(
          "Without overload, round %d of %d ...".formatted(round, lengths.moderateRounds()));
      moderate.add(moderate(stock, guarded, round % 2 == 1, light, lengths.moderate()));
    }
    return new OverloadResult(
        lengths,
        pinned,
        new OverloadResult.Saturation(saturation, guardedSaturation),
        stockSteps,
        guardedSteps,
        moderate);
  }

  /** The order changes from round to round, lest one of them always comes first. */
  private static OverloadResult.Pair moderate(
      Subject stock, Subject guarded, boolean stockFirst, double perSecond, int seconds)
      throws InterruptedException {
    Recording first = (stockFirst ? stock : guarded).load(perSecond, seconds, DEADLINE);
    Recording second = (stockFirst ? guarded : stock).load(perSecond, seconds, DEADLINE);
    return stockFirst
        ? new OverloadResult.Pair(first, second)
        : new OverloadResult.Pair(second, first);
  }

  private static boolean pin(Subject stock, Subject guarded) {
    return Pinning.isPossible()
        && stock.pin(NODE_CORE)
        && guarded.pin(NODE_CORE)
        && Pinning.pin(ProcessHandle.current().pid(), CLIENT_CORE);
  }

  /** A node gets faster for minutes: what it can serve is known for certain when it cannot. */
  private static boolean isEnough(List<Step> steps, double peak) {
    return !steps.isEmpty() && steps.get(steps.size() - 1).offered() > LAST * peak;
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
