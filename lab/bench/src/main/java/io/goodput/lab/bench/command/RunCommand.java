package io.goodput.lab.bench.command;

import com.sun.management.OperatingSystemMXBean;
import io.goodput.cli.CommandException;
import io.goodput.cli.CorrectableException;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.cli.console.Console;
import io.goodput.cli.console.ConsoleOptions;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.ClusterException;
import io.goodput.lab.nodes.ClusterSpec;
import io.goodput.lab.nodes.Installation;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.NodeOptions;
import io.goodput.lab.nodes.PreconditionException;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code goodput run}: runs a protected Cassandra cluster until an interrupt. */
@Command(name = "run", description = "Runs a protected Cassandra on this machine until Ctrl-C.")
final class RunCommand implements Callable<Integer> {

  /** Memory that a lightly loaded node needs beside its heap, as measured. */
  private static final int BESIDE_HEAP_MEGABYTES = 450;

  /** Where {@code goodput load} finds a cluster by itself. */
  private static final int CQL_PORT = 9042;

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
  private int port = CQL_PORT;

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
              + " (default: .goodput/nodes-N, one for each number of nodes).")
  private @Nullable Path data;

  @Option(names = "--stock", description = "Run Cassandra without the plug-in.")
  private boolean stock;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "A setting of goodput.yaml, such as fair_shares=on. Can be repeated. Without it, a"
              + " goodput.yaml of your own in a node's conf folder stays in force.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @ArgGroup(exclusive = false, heading = "%nA web page of the cluster:%n")
  private @Nullable Page page;

  private volatile boolean stopping;

  /** The options of {@code --console}, which only go with it. */
  static final class Page extends ConsoleOptions {

    @Option(
        names = "--console",
        required = true,
        description = "Also show the cluster on a local web page.")
    @SuppressWarnings("UnusedVariable") // The others are rejected without it.
    private boolean wanted;

    @Option(
        names = "--console-port",
        paramLabel = "P",
        defaultValue = PORT,
        description = "Port of the page; 0 for any that is free (default: ${DEFAULT-VALUE}).")
    private int port;

    InetSocketAddress address() {
      return address(port);
    }
  }

  @Override
  public Integer call() {
    Installation installation = Installation.locate();
    ClusterSpec wanted =
        ClusterSpec.of(installation.cassandraLib(), folder().toAbsolutePath().normalize())
            .withNodes(nodes)
            .withNativePort(port)
            .withHeapMegabytes(heap)
            .withOptions(options(installation));
    Cluster cluster = Cluster.open(wanted);
    try {
      requireRoom();
    } catch (PreconditionException | CorrectableException e) {
      cluster.close();
      throw e;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(cluster), "goodput-stop"));
    try {
      runUntilAllNodesEnd(cluster);
    } catch (ClusterException | CommandException e) {
      if (!stopping) {
        throw e;
      }
    }
    return ExitCode.SOFTWARE;
  }

  /** Clusters of different sizes keep their data side by side. */
  Path folder() {
    return data == null ? Path.of(".goodput", "nodes-" + nodes) : data;
  }

  /** After the folder is locked: a cluster that runs there already explains what is missing. */
  private void requireRoom() {
    if (page != null) {
      Console.requireFree(page.address(), "--console-port");
    }
    requireMemory(nodes, heap, availableMegabytes());
  }

  static void requireMemory(int nodes, int heap, long available) {
    long needed = nodes * (heap + (long) BESIDE_HEAP_MEGABYTES);
    if (needed > available) {
      throw new PreconditionException(
          "Not enough memory: %d node(s) with a heap of %d MB need %d MB, and %d MB are available;"
                  .formatted(nodes, heap, needed, available)
              + " start fewer nodes with --nodes or smaller ones with --heap.");
    }
  }

  /**
   * Memory that is available without swapping, within the limits of a container. Includes caches
   * that Linux can drop; other systems report no such estimate.
   */
  static long availableMegabytes() {
    long total =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() >> 20;
    try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
      return lines
          .filter(line -> line.startsWith("MemAvailable:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
          .map(available -> Math.min(available, total))
          .findFirst()
          .orElse(total);
    } catch (IOException e) {
      return total;
    }
  }

  private void runUntilAllNodesEnd(Cluster cluster) {
    err().println("Starting Cassandra, data and logs in " + folder());
    long begin = System.nanoTime();
    cluster.start(progress -> err().println("  " + progress));
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        greeting(cluster.contactPoints(), folder(), seconds, !stock, startConsole(cluster)));
    out.flush();
    // Users may kill one node to see how the others react.
    CompletableFuture.allOf(
            cluster.nodes().stream()
                .map(node -> node.onExit().thenAccept(this::report))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  /**
   * The message when the cluster is ready.
   *
   * @param console URL of the console; null without a console
   */
  static String greeting(
      List<InetSocketAddress> nodes,
      Path data,
      long seconds,
      boolean limits,
      @Nullable String console) {
    int port = nodes.get(0).getPort();
    List<String> hosts = nodes.stream().map(InetSocketAddress::getHostString).toList();
    String ready =
        "Ready after %d s: %s port %d; logs in %s. Ctrl-C stops it.\n"
            .formatted(
                seconds, String.join(", ", hosts), port, data.resolve("node*").resolve("logs"));
    if (console != null) {
      return ready
          + """
          For the console, open %s in a browser.
          To try it, run in another terminal: ./goodput load%s"""
              .formatted(console, port == CQL_PORT ? "" : " --port " + port);
    }
    return ready
        + """
        To try it, run cqlsh %s %d and paste:
        CREATE KEYSPACE IF NOT EXISTS demo WITH replication = \
        {'class': 'NetworkTopologyStrategy', 'replication_factor': %d};
        CREATE TABLE IF NOT EXISTS demo.posts (id int PRIMARY KEY, body text)%s;
        SELECT * FROM demo.posts WHERE id = 1;"""
            .formatted(
                hosts.get(0),
                port,
                Math.min(hosts.size(), 3),
                limits ? " WITH per_partition_rate_limit = {'max_reads_per_second': 100}" : "");
  }

  /** The URL of the console; null if none is wanted. */
  private @Nullable String startConsole(Cluster cluster) {
    return page == null
        ? null
        : page.start(
                page.address(), () -> LoginOptions.connect(cluster.contactPoints(), null, null))
            .url();
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
    String missing =
        "The plug-in's jar has not been built: build it with ./mvnw -DskipTests package, or run"
            + " without it with --stock.";
    if (stock) {
      if (!settings.isEmpty()) {
        throw new CorrectableException("Stock nodes have no settings of Goodput: leave out --set.");
      }
      return NodeOptions.stock();
    }
    Path plugin = installation.plugin().orElseThrow(() -> new PreconditionException(missing));
    NodeOptions options = NodeOptions.protectedBy(plugin);
    if (settings.isEmpty()) {
      return options;
    }
    NodeSettings wanted = new NodeSettings(settings);
    wanted.requireValid(installation.cassandraLib(), plugin);
    return options.withGoodputYaml(wanted.yaml());
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
