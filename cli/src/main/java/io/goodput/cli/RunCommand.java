package io.goodput.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.cli.console.Console;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.ClusterException;
import io.goodput.cluster.ClusterSpec;
import io.goodput.cluster.Installation;
import io.goodput.cluster.Node;
import io.goodput.cluster.NodeOptions;
import io.goodput.cluster.PreconditionException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code goodput run}: runs a protected Cassandra cluster until an interrupt. */
@Command(name = "run", description = "Runs a protected Cassandra on this machine until Ctrl-C.")
final class RunCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Number of nodes, on 127.0.0.1, .2, ... (default: ${DEFAULT-VALUE}).")
  private int nodes = 1;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "CQL port of every node. Other ports depend on it (default: ${DEFAULT-VALUE}).")
  private int port = 9042;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      description = "Heap of each node in MB (default: ${DEFAULT-VALUE}).")
  private int heap = 1024;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Folder for data, configuration, and logs. Existing data is kept"
              + " (default: ${DEFAULT-VALUE}).")
  private Path data = Path.of(".goodput");

  @Option(names = "--stock", description = "Run Cassandra without the plug-in.")
  private boolean stock;

  @Option(names = "--console", description = "Also show the cluster on a local web page.")
  private boolean console;

  private volatile boolean stopping;

  @Override
  public Integer call() {
    Installation installation = Installation.locate();
    ClusterSpec wanted =
        ClusterSpec.of(installation.cassandraLib(), data.toAbsolutePath().normalize())
            .withNodes(nodes)
            .withNativePort(port)
            .withHeapMegabytes(heap)
            .withOptions(options(installation));
    if (console) {
      Console.requirePort();
    }
    Memory.requireRoomFor(nodes, heap, Memory.availableMegabytes());
    Cluster cluster = Cluster.open(wanted);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(cluster), "goodput-stop"));
    try {
      runUntilAllNodesEnd(cluster);
    } catch (ClusterException e) {
      if (!stopping) {
        throw e;
      }
    }
    return ExitCode.SOFTWARE;
  }

  private void runUntilAllNodesEnd(Cluster cluster) {
    err().println("Starting Cassandra, data and logs in " + data);
    long begin = System.nanoTime();
    cluster.start(progress -> err().println("  " + progress));
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    PrintWriter out = spec.commandLine().getOut();
    out.println(Greeting.of(cluster.contactPoints(), data, seconds, !stock));
    if (console) {
      CqlSession session = LoginOptions.connect(cluster.contactPoints(), null, null);
      out.println("The console is at " + Console.start(session).url());
    }
    out.flush();
    // Users may kill one node to see how the others react.
    CompletableFuture.allOf(
            cluster.nodes().stream()
                .map(node -> node.onExit().thenAccept(this::report))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  private void report(Node ended) {
    if (!stopping) {
      err().println(ended.explainEnd());
    }
  }

  /**
   * Stops the nodes when this process ends. The exit code remains that of the JVM, 130 after Ctrl-C
   * and 143 after SIGTERM. After {@code kill -9}, the nodes stop by themselves.
   */
  private void stop(Cluster cluster) {
    stopping = true;
    boolean running = cluster.nodes().stream().anyMatch(Node::isRunning);
    if (running) {
      err().println("Stopping ...");
    }
    cluster.close();
    if (running) {
      err().println("Stopped.");
    }
  }

  private NodeOptions options(Installation installation) {
    if (stock) {
      return NodeOptions.stock();
    }
    return installation
        .plugin()
        .map(NodeOptions::protectedBy)
        .orElseThrow(
            () ->
                new PreconditionException(
                    "The plug-in's jar has not been built: build it with"
                        + " ./mvnw -DskipTests package, or run without it with --stock."));
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
