package io.goodput.bench.memtable;

import com.datastax.oss.driver.api.core.DriverException;
import io.goodput.bench.BenchException;
import io.goodput.bench.report.OldFindings;
import io.goodput.cluster.NodeOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The benchmark {@code write-stall} on Cassandra: a node is written to faster than it flushes its
 * memtables, as Apache ships it, with Goodput as it comes, and with writes paced.
 */
public final class MemtableStall {

  /** From the moment a request was to be sent; also what the nodes give a write. */
  static final Duration DEADLINE = Duration.ofMillis(500);

  /** What is offered, as a multiple of what flushes sustain. */
  static final double OFFERED = 2;

  /** Four memtables in place of two: while one is flushed, the next one waits for it. */
  static final double CLEANUP_THRESHOLD = 0.25;

  /** Keeps the nodes' ports apart, JMX and storage included. */
  private static final int BETWEEN_NODES = 10;

  private final Settings settings;
  private final Consumer<String> progress;

  private MemtableStall(Settings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Where and how to measure.
   *
   * @param cassandraLib folder with Cassandra's jars
   * @param plugin the plug-in's jar
   * @param port where the first node answers CQL; the others at 10 and 20 above it
   * @param heapMegabytes of each node
   */
  public record Settings(
      Path cassandraLib, Path plugin, int port, int heapMegabytes, RoundLengths lengths) {}

  /**
   * Measures on nodes of its own.
   *
   * @param progress told what happens, a short line at a time
   * @throws BenchException if it could not be carried out
   */
  public static OldFindings measure(Settings settings, Consumer<String> progress) {
    try {
      return new MemtableStall(settings, progress).measure();
    } catch (DriverException e) {
      throw new BenchException("A node did not answer: " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The benchmark was interrupted.", e);
    }
  }

  private MemtableStallResult measure() throws InterruptedException {
    try (FullNode stock = start(Design.STOCK, settings.port());
        FullNode unpaced = start(Design.UNPACED, settings.port() + BETWEEN_NODES);
        FullNode paced = start(Design.PACED, settings.port() + 2 * BETWEEN_NODES)) {
      Map<Design, FullNode> nodes =
          new EnumMap<>(Map.of(Design.STOCK, stock, Design.UNPACED, unpaced, Design.PACED, paced));
      double sustained = sustained(nodes);
      Map<Design, List<Round>> rounds = new EnumMap<>(Design.class);
      for (int number = 1; number <= settings.lengths().rounds(); number++) {
        progress.accept("Round %d of %d ...".formatted(number, settings.lengths().rounds()));
        for (Map.Entry<Design, FullNode> node : nodes.entrySet()) {
          Round round = node.getValue().load(OFFERED * sustained, settings.lengths().seconds());
          node.getValue().empty();
          progress.accept(MemtableStallResult.line(node.getKey(), round));
          rounds.computeIfAbsent(node.getKey(), key -> new ArrayList<>()).add(round);
        }
      }
      return new MemtableStallResult(settings.lengths(), sustained, rounds);
    }
  }

  /** Fills each node, so that its compilers have done their work; what counts is stock's. */
  private double sustained(Map<Design, FullNode> nodes) throws InterruptedException {
    double stock = 0;
    for (Map.Entry<Design, FullNode> node : nodes.entrySet()) {
      double sustained = node.getValue().sustained(settings.lengths().probe());
      progress.accept(
          "Flushes of the %s node sustain %.0f writes a second"
              .formatted(node.getKey(), sustained));
      if (node.getKey() == Design.STOCK) {
        stock = sustained;
      }
    }
    return stock;
  }

  private FullNode start(Design design, int port) {
    progress.accept("Starting the %s node on port %d ...".formatted(design, port));
    NodeOptions options =
        switch (design) {
          case STOCK -> NodeOptions.stock();
          case UNPACED -> NodeOptions.protectedBy(settings.plugin());
          case PACED ->
              NodeOptions.protectedBy(settings.plugin())
                  .withGoodputYaml("pace_writes: true\n")
                  .withSetting("memtable_cleanup_threshold", CLEANUP_THRESHOLD);
        };
    return FullNode.start(
        settings.cassandraLib(), port, settings.heapMegabytes(), options, progress);
  }
}
