package io.goodput.bench;

import com.datastax.oss.driver.api.core.DriverException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The benchmark {@code limit-accuracy}: how closely a cluster keeps a partition's limit. */
public final class LimitAccuracy {

  private static final int WARM_UP_SECONDS = 5;
  private static final long PACE_NANOS = 500_000;

  private LimitAccuracy() {}

  /**
   * Where and how to measure.
   *
   * @param cassandraLib folder with Cassandra's jars
   * @param plugin the plug-in's jar
   * @param port where the nodes answer CQL
   * @param heapMegabytes of each node
   * @param seconds how long to measure each case in its steady state
   */
  public record Settings(
      Path cassandraLib, Path plugin, int port, int heapMegabytes, int seconds) {}

  /**
   * Runs the cases on a cluster of its own, some of them at the same time.
   *
   * @param progress told what happens, a short line at a time
   * @throws BenchException if it could not be carried out
   */
  public static List<CaseResult> measure(
      List<LimitCase> cases, Settings settings, Consumer<String> progress) {
    int nodes = cases.stream().mapToInt(LimitCase::nodes).max().orElseThrow();
    progress.accept("Starting %d nodes on port %d ...".formatted(nodes, settings.port()));
    try (OwnCluster own =
            OwnCluster.start(
                settings.cassandraLib(),
                settings.plugin(),
                nodes,
                settings.port(),
                settings.heapMegabytes(),
                progress);
        LimitedPartitions partitions =
            LimitedPartitions.create(own.cluster().contactPoints(), cases)) {
      return measure(cases, partitions, settings.seconds(), progress);
    } catch (DriverException e) {
      throw new BenchException("The cluster did not answer: " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The benchmark was interrupted.", e);
    }
  }

  /** Simulates the cases. */
  public static List<CaseResult> simulate(List<LimitCase> cases) {
    return cases.parallelStream().map(CaseResult::simulated).toList();
  }

  private static List<CaseResult> measure(
      List<LimitCase> cases, LimitedPartitions partitions, int seconds, Consumer<String> progress)
      throws InterruptedException {
    List<CaseResult> results = new ArrayList<>();
    for (List<LimitCase> batch : Batches.of(cases)) {
      progress.accept(
          "Case %d to %d of %d ..."
              .formatted(results.size() + 1, results.size() + batch.size(), cases.size()));
      results.addAll(measureTogether(batch, partitions, WARM_UP_SECONDS + seconds));
    }
    return results;
  }

  private static List<CaseResult> measureTogether(
      List<LimitCase> batch, LimitedPartitions partitions, int seconds)
      throws InterruptedException {
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    List<PartitionLoad> loads =
        batch.stream().map(limitCase -> partitions.load(limitCase, start, seconds)).toList();
    for (long now = start; now < end; now = System.nanoTime()) {
      for (PartitionLoad load : loads) {
        load.sendDue(now);
      }
      LockSupport.parkNanos(PACE_NANOS);
    }
    List<CaseResult> results = new ArrayList<>();
    for (int i = 0; i < loads.size(); i++) {
      loads.get(i).awaitAnswers();
      results.add(CaseResult.measured(batch.get(i), loads.get(i).measurement(WARM_UP_SECONDS)));
    }
    return results;
  }
}
