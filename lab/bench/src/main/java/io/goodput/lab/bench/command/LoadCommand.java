package io.goodput.lab.bench.command;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import io.goodput.cli.connect.ClusterOptions;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.nodes.ClusterException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code goodput load}: reads mostly one partition of a table for trials, for a while. */
@Command(
    name = "load",
    description =
        "Reads table demo.posts, four fifths of the time its partition 1, to give the console"
            + " something to show. Creates the table if necessary. For a cluster of goodput run.")
final class LoadCommand implements Callable<Integer> {

  private static final int MOST_PER_SECOND = 20_000;
  private static final int MOST_SECONDS = 3600;
  private static final int MOST_REPLICAS = 3;
  private static final int ROWS = 1000;
  private static final int HOT_ROWS = 800;

  /** Waits this long for each node to know the table. */
  private static final Duration SCHEMA_TIMEOUT = Duration.ofSeconds(20);

  @Spec private CommandSpec spec;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Reads per second, at most 20000 (default: ${DEFAULT-VALUE}).")
  private int rate = 1000;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long, at most 3600 (default: ${DEFAULT-VALUE}).")
  private int seconds = 300;

  private final CountDownLatch reported = new CountDownLatch(1);
  private volatile boolean stopping;

  @Override
  public Integer call() throws InterruptedException {
    require("--rate", rate, MOST_PER_SECOND);
    require("--seconds", seconds, MOST_SECONDS);
    List<InetSocketAddress> nodes;
    try (CqlSession session = cluster.connect()) {
      nodes =
          session.getMetadata().getNodes().values().stream()
              .map(node -> (InetSocketAddress) node.getEndPoint().resolve())
              .toList();
    }
    CqlSessionBuilder builder =
        CqlSession.builder().addContactPoints(nodes).withApplicationName("goodput load");
    try (LoadClient client = LoadClient.connect(cluster.login(builder))) {
      prepare(client.session());
      return read(client) ? ExitCode.OK : ExitCode.SOFTWARE;
    } catch (DriverException e) {
      throw new ClusterException("The cluster cannot serve these reads: " + e.getMessage());
    }
  }

  private void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new ParameterException(
          spec.commandLine(), "%s must be 1 to %d, not %d".formatted(option, most, value));
    }
  }

  /** Creates and fills the table, with enough replicas that one of three nodes may be down. */
  private void prepare(CqlSession session) {
    Collection<Node> nodes = session.getMetadata().getNodes().values();
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS demo WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'replication_factor': %d}"
                .formatted(Math.min(MOST_REPLICAS, nodes.size())));
    createTable(session);
    nodes.stream()
        .filter(node -> node.getState() == NodeState.UP)
        .forEach(node -> awaitTable(session, node));
    PreparedStatement insert =
        session.prepare("INSERT INTO demo.posts (id, body) VALUES (?, 'A post') IF NOT EXISTS");
    IntStream.rangeClosed(1, 1 + ROWS - HOT_ROWS)
        .parallel()
        .forEach(id -> session.execute(insert.bind(id)));
  }

  /** With a limit, so that the console has peak rates to show. */
  private static void createTable(CqlSession session) {
    String create = "CREATE TABLE IF NOT EXISTS demo.posts (id int PRIMARY KEY, body text)";
    try {
      session.execute(create + " WITH per_partition_rate_limit = {'max_reads_per_second': 5000}");
    } catch (SyntaxError e) {
      // The node runs without Goodput.
      session.execute(create);
    }
  }

  /** Waits until a node knows the table, and its replicas do: changes of the schema spread. */
  private static void awaitTable(CqlSession session, Node node) {
    long giveUp = System.nanoTime() + SCHEMA_TIMEOUT.toNanos();
    while (true) {
      try {
        session.execute(
            SimpleStatement.newInstance("SELECT id FROM demo.posts LIMIT 1").setNode(node));
        return;
      } catch (DriverException e) {
        if (System.nanoTime() > giveUp) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      }
    }
  }

  /** Returns whether most reads were answered in time, or rejected by a limit. */
  private boolean read(LoadClient client) throws InterruptedException {
    List<List<ByteBuffer>> keys = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      int id = row < HOT_ROWS ? 1 : 2 + row - HOT_ROWS;
      keys.add(List.of(LoadClient.encoded(id)));
    }
    Collections.shuffle(keys, new Random(1));
    Requests reads =
        client.requests("SELECT * FROM demo.posts WHERE id = ?", ConsistencyLevel.LOCAL_ONE, keys);
    OpenLoop.Load load = new OpenLoop.Load(reads, rate, 0, 2 * rate, Duration.ofSeconds(2));
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "goodput-load-stop"));
    PrintWriter out = out();
    out.printf(
        "Reading demo.posts %d times per second for %d s, %d%% of them partition 1."
            + " Ctrl-C stops it.%n",
        rate, seconds, 100 * HOT_ROWS / ROWS);
    out.flush();
    LoadReport report = new LoadReport(out);
    long start = System.nanoTime();
    Predicate<List<Recording>> isDone =
        recordings -> {
          report.progress(System.nanoTime() - start, () -> recordings.get(0).whole());
          return stopping || report.isUnanswered();
        };
    try {
      return report.end(OpenLoop.run(seconds, isDone, List.of(load), List.of()).get(0).whole());
    } finally {
      reported.countDown();
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Lets the report end before this process does, unless the last answers take too long. */
  private void stop() {
    stopping = true;
    try {
      reported.await(3, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
