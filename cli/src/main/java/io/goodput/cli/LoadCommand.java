package io.goodput.cli;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.goodput.bench.load.LoadClient;
import io.goodput.bench.load.OpenLoop;
import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.RequestSource;
import io.goodput.bench.load.Summary;
import io.goodput.cli.connect.ConnectionOptions;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code goodput load}: reads one partition of a table for trials too often, for a while. */
@Command(
    name = "load",
    description =
        "Reads table demo.posts, which it creates if necessary, and its partition 1 most of the"
            + " time. For a cluster of goodput run.")
final class LoadCommand implements Callable<Integer> {

  private static final int MOST_PER_SECOND = 20_000;
  private static final Duration SCHEMA_PATIENCE = Duration.ofSeconds(20);
  private static final int MOST_SECONDS = 3600;
  private static final int ROWS = 1000;
  private static final int HOT_ROWS = 800;

  @Spec private CommandSpec spec;

  @Option(
      names = "--hosts",
      paramLabel = "H",
      split = ",",
      defaultValue = "127.0.0.1",
      description = "Nodes through which to find all others (default: ${DEFAULT-VALUE}).")
  private List<String> hosts = List.of();

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

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

  @Override
  public Integer call() throws InterruptedException {
    require("--rate", rate, MOST_PER_SECOND);
    require("--seconds", seconds, MOST_SECONDS);
    List<InetSocketAddress> nodes;
    try (CqlSession session = connection.connect(hosts)) {
      nodes = session.getMetadata().getNodes().values().stream().map(LoadCommand::address).toList();
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "Reading demo.posts %d times per second for %d s, %d %% of them partition 1."
            + " Ctrl-C stops it.%n",
        rate, seconds, 100 * HOT_ROWS / ROWS);
    out.flush();
    try (LoadClient client =
        LoadClient.connect(
            connection.login(
                CqlSession.builder()
                    .addContactPoints(nodes)
                    .withApplicationName("goodput load")))) {
      prepare(client.session(), Math.min(3, nodes.size()));
      report(out, read(client));
    }
    return ExitCode.OK;
  }

  private void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new ParameterException(
          spec.commandLine(), "%s must be 1 to %d, not %d".formatted(option, most, value));
    }
  }

  private static InetSocketAddress address(Node node) {
    return (InetSocketAddress) node.getEndPoint().resolve();
  }

  /** Creates and fills the table. */
  private static void prepare(CqlSession session, int replicas) {
    session.execute(
        ("CREATE KEYSPACE IF NOT EXISTS demo WITH replication ="
                + " {'class': 'NetworkTopologyStrategy', 'replication_factor': %d}")
            .formatted(replicas));
    session.execute("CREATE TABLE IF NOT EXISTS demo.posts (id int PRIMARY KEY, body text)");
    session.getMetadata().getNodes().values().forEach(node -> awaitTable(session, node));
    PreparedStatement insert =
        session.prepare("INSERT INTO demo.posts (id, body) VALUES (?, 'A post')");
    for (int id = 1; id <= 1 + ROWS - HOT_ROWS; id++) {
      session.execute(insert.bind(id));
    }
  }

  /** Waits until a node knows the table, and its replicas do: changes of the schema spread. */
  private static void awaitTable(CqlSession session, Node node) {
    long giveUp = System.nanoTime() + SCHEMA_PATIENCE.toNanos();
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

  private Summary read(LoadClient client) throws InterruptedException {
    List<List<ByteBuffer>> keys = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      int id = row < HOT_ROWS ? 1 : 2 + row - HOT_ROWS;
      keys.add(List.of(TypeCodecs.INT.encodePrimitive(id, ProtocolVersion.DEFAULT)));
    }
    Collections.shuffle(keys, new Random(1));
    RequestSource reads =
        client.requests("SELECT * FROM demo.posts WHERE id = ?", ConsistencyLevel.LOCAL_ONE, keys);
    OpenLoop.Load load = new OpenLoop.Load(reads, rate, 0, 2 * rate, Duration.ofSeconds(2));
    return OpenLoop.run(seconds, List.of(load)).get(0).whole();
  }

  private static void report(PrintWriter out, Summary summary) {
    long good = summary.count(Outcome.GOOD);
    long refused = summary.count(Outcome.REFUSED);
    long all = summary.counts().values().stream().mapToLong(Long::longValue).sum();
    out.printf(
        "Of %,d reads, %,d were answered in time, %,d were rejected by a limit, and %,d were late"
            + " or failed.%n",
        all, good, refused, all - good - refused);
    out.flush();
  }
}
