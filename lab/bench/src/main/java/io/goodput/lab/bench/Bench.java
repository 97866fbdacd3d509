package io.goodput.lab.bench;

import com.datastax.oss.driver.api.core.DriverException;
import io.goodput.cli.CommandException;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.nodes.ClusterSpec;
import io.goodput.lab.nodes.Installation;
import io.goodput.lab.nodes.NodeOptions;
import io.goodput.lab.nodes.PreconditionException;
import io.goodput.lab.nodes.TemporaryCluster;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Where and how a benchmark runs.
 *
 * @param installation where Cassandra's jars and the plug-in are
 * @param port port of CQL of the first cluster
 * @param heapMegabytes heap of each node in MB
 * @param quick whether to run a shorter, less exact form
 * @param progress receives short lines of progress
 */
public record Bench(
    Installation installation,
    int port,
    int heapMegabytes,
    boolean quick,
    Consumer<String> progress) {

  /** Distance between the ports of two clusters, which leaves room for JMX and storage ports. */
  private static final int BETWEEN_CLUSTERS = 10;

  /**
   * Runs a benchmark.
   *
   * @throws CommandException if it failed, with one sentence for the user
   */
  public Findings run(Benchmark benchmark) {
    try {
      return benchmark.measure(this);
    } catch (DriverException e) {
      throw new CommandException("A node did not answer: " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("The benchmark was interrupted.", e);
    }
  }

  /** Sends a line of progress, formatted like {@link String#format}. */
  public void say(String format, Object... arguments) {
    progress.accept(Text.of(format, arguments));
  }

  /** The first form if the benchmark is quick, or the second. */
  public <T> T quickOr(T quickForm, T fullForm) {
    return quick ? quickForm : fullForm;
  }

  /**
   * Options of a node with the plug-in.
   *
   * @throws PreconditionException if the plug-in's jar has not been built
   */
  public NodeOptions withPlugin() {
    String missing =
        "The plug-in's jar has not been built: build it with ./mvnw -DskipTests package.";
    return NodeOptions.protectedBy(
        installation.plugin().orElseThrow(() -> new PreconditionException(missing)));
  }

  /** Starts nodes with the same options, and waits until they answer. */
  public TemporaryCluster start(int nodes, NodeOptions options) {
    say("Starting %d nodes on port %d ...", nodes, port);
    return start(0, spec -> spec.withNodes(nodes).withOptions(options));
  }

  /** Starts one of several clusters, numbered from 0, and waits until it answers. */
  public TemporaryCluster start(int number, UnaryOperator<ClusterSpec> shape) {
    int firstPort = port + number * BETWEEN_CLUSTERS;
    return TemporaryCluster.start(
        installation.cassandraLib(),
        spec -> shape.apply(spec.withNativePort(firstPort).withHeapMegabytes(heapMegabytes)),
        progress);
  }
}
