package io.goodput.cli;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
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
      nodes = prepare(session);
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

  /** Creates the table, and returns the nodes. */
  private static List<InetSocketAddress> prepare(CqlSession session) {
    List<Node> nodes = List.copyOf(session.getMetadata().getNodes().values());
    session.execute(
        ("CREATE KEYSPACE IF NOT EXISTS demo WITH replication ="
                + " {'class': 'NetworkTopologyStrategy', 'replication_factor': %d}")
            .formatted(Math.min(3, nodes.size())));
    session.execute("CREATE TABLE IF NOT EXISTS demo.posts (id int PRIMARY KEY, body text)");
    for (int id = 1; id <= 1 + ROWS - HOT_ROWS; id++) {
      session.execute("INSERT INTO demo.posts (id, body) VALUES (?, 'A post')", id);
    }
    return nodes.stream().map(node -> (InetSocketAddress) node.getEndPoint().resolve()).toList();
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
