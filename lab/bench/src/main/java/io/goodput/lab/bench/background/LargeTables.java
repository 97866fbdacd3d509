package io.goodput.lab.bench.background;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.goodput.cli.CommandException;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** Two tables on disk whose rows hardly compress, and their major compaction. */
final class LargeTables {

  static final List<String> NAMES = List.of("large", "larger");

  private static final int ROW_BYTES = 20_000;
  private static final int MEGABYTE = 1_000_000;
  private static final String BEAN = "org.apache.cassandra.db:type=StorageService";

  private LargeTables() {}

  /** Fills tables that have the columns {@code id} and {@code body}: a third, and two thirds. */
  static void fill(LoadClient client, int megabytes) {
    for (int table = 0; table < NAMES.size(); table++) {
      PreparedStatement insert =
          client
              .session()
              .prepare("INSERT INTO bench.%s (id, body) VALUES (?, ?)".formatted(NAMES.get(table)));
      int rows = (int) ((long) megabytes * MEGABYTE * (table + 1) / 3 / ROW_BYTES);
      client.write(IntStream.range(0, rows).mapToObj(id -> insert.bind(id, noise(id))));
    }
  }

  private static ByteBuffer noise(int id) {
    byte[] body = new byte[ROW_BYTES];
    new SplittableRandom(id).nextBytes(body);
    return ByteBuffer.wrap(body);
  }

  /** Writes what is in memory to disk. */
  static void flush(Node node) {
    invoke(
        node,
        "forceKeyspaceFlush",
        new Object[] {"bench", new String[0]},
        String.class.getName(),
        String[].class.getName());
  }

  /** Starts major compactions of both tables at once. */
  static CompletableFuture<Void> compact(Node node) {
    return CompletableFuture.allOf(
        NAMES.stream()
            .map(table -> CompletableFuture.runAsync(() -> compact(node, table), LargeTables::run))
            .toArray(CompletableFuture<?>[]::new));
  }

  /** In a thread of its own: the call ends when the compaction does. */
  private static void run(Runnable compaction) {
    new Thread(compaction, "compaction").start();
  }

  private static void compact(Node node, String table) {
    invoke(
        node,
        "forceKeyspaceCompaction",
        new Object[] {false, "bench", new String[] {table}},
        boolean.class.getName(),
        String.class.getName(),
        String[].class.getName());
  }

  private static void invoke(Node node, String operation, Object[] values, String... types) {
    try (JMXConnector jmx = node.connectJmx()) {
      jmx.getMBeanServerConnection().invoke(new ObjectName(BEAN), operation, values, types);
    } catch (IOException | JMException e) {
      throw new CommandException("The node did not answer over JMX: " + e.getMessage() + ".", e);
    }
  }
}
