package io.goodput.bench.accuracy;

import com.datastax.oss.driver.api.core.DriverException;
import io.goodput.bench.BenchException;
import io.goodput.bench.TemporaryCluster;
import io.goodput.cluster.NodeOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** The benchmark {@code limit-accuracy}: how closely a cluster keeps a partition's limit. */
public final class LimitAccuracy {

  private static final int CONVERGED_AFTER_SECONDS = 5;

  /** For the nodes' compilers, which work hard in the first seconds and leave little for others. */
  private static final int WARM_UP_SECONDS = 10;

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
    Map<LimitCase, Measurement> measurements;
    try (TemporaryCluster own =
            TemporaryCluster.start(
                settings.cassandraLib(),
                spec ->
                    spec.withNodes(nodes)
                        .withNativePort(settings.port())
                        .withHeapMegabytes(settings.heapMegabytes())
                        .withOptions(NodeOptions.protectedBy(settings.plugin())),
                progress);
        LimitedPartitions partitions =
            LimitedPartitions.create(own.cluster().contactPoints(), cases)) {
      measurements = measure(cases, partitions, settings.seconds(), progress);
      progress.accept("Stopping the nodes ...");
    } catch (DriverException e) {
      throw new BenchException("The cluster did not answer: " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The benchmark was interrupted.", e);
    }
    return measurements.entrySet().parallelStream()
        .map(entry -> CaseResult.measured(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Simulates the cases. */
  public static List<CaseResult> simulate(List<LimitCase> cases) {
    return cases.parallelStream().map(CaseResult::simulated).toList();
  }

  private static Map<LimitCase, Measurement> measure(
      List<LimitCase> cases, LimitedPartitions partitions, int seconds, Consumer<String> progress)
      throws InterruptedException {
    progress.accept("Warming up ...");
    offer(start -> partitions.warmUpLoads(start, WARM_UP_SECONDS), WARM_UP_SECONDS);
    Map<LimitCase, Measurement> measurements = new LinkedHashMap<>();
    for (List<LimitCase> batch : Batches.of(cases)) {
      progress.accept(
          "Cases %d to %d of %d ..."
              .formatted(
                  measurements.size() + 1, measurements.size() + batch.size(), cases.size()));
      measurements.putAll(measureTogether(batch, partitions, CONVERGED_AFTER_SECONDS + seconds));
    }
    return measurements;
  }

  private static Map<LimitCase, Measurement> measureTogether(
      List<LimitCase> batch, LimitedPartitions partitions, int seconds)
      throws InterruptedException {
    List<PartitionLoad> loads =
        offer(
            start ->
                batch.stream()
                    .map(limitCase -> partitions.load(limitCase, start, seconds))
                    .toList(),
            seconds);
    Map<LimitCase, Measurement> measurements = new LinkedHashMap<>();
    for (int i = 0; i < loads.size(); i++) {
      measurements.put(batch.get(i), loads.get(i).measurement(CONVERGED_AFTER_SECONDS));
    }
    return measurements;
  }

  /** Offers loads that start now, and waits for the last answer. */
  private static List<PartitionLoad> offer(
      LongFunction<List<PartitionLoad>> startingAt, int seconds) throws InterruptedException {
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    List<PartitionLoad> loads = startingAt.apply(start);
    for (long now = start; now < end; now = System.nanoTime()) {
      for (PartitionLoad load : loads) {
        load.sendDue(now);
      }
      LockSupport.parkNanos(PACE_NANOS);
    }
    for (PartitionLoad load : loads) {
      load.awaitAnswers();
    }
    return loads;
  }
}
