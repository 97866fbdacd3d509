package io.goodput.lab.bench.background;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.goodput.cli.CommandException;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** Two tables on disk with many small rows, and their major compaction. */
final class LargeTables {

  static final List<String> NAMES = List.of("large", "larger");

  private static final int ROWS_PER_PARTITION = 100;
  private static final int ROW_BYTES = 200;
  private static final int PARTITION_BYTES = ROWS_PER_PARTITION * ROW_BYTES;
  private static final int MEGABYTE = 1_000_000;
  private static final String BEAN = "org.apache.cassandra.db:type=StorageService";

  private LargeTables() {}

  /** Creates the tables, and fills them: a third, and two thirds. They compact when asked to. */
  static void create(CqlSession session, int megabytes) {
    for (int table = 0; table < NAMES.size(); table++) {
      String name = NAMES.get(table);
      session.execute(
          "CREATE TABLE bench.%s (id int, row int, body blob, PRIMARY KEY (id, row))"
                  .formatted(name)
              + " WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': false}");
      PreparedStatement insert =
          session.prepare("INSERT INTO bench.%s (id, row, body) VALUES (?, ?, ?)".formatted(name));
      long partitions = (long) megabytes * MEGABYTE * (table + 1) / 3 / PARTITION_BYTES;
      IntStream.range(0, (int) partitions)
          .parallel()
          .forEach(id -> session.execute(partition(insert, id)));
    }
  }

  private static BatchStatement partition(PreparedStatement insert, int id) {
    SplittableRandom random = new SplittableRandom(id);
    return BatchStatement.newInstance(
        BatchType.UNLOGGED,
        IntStream.range(0, ROWS_PER_PARTITION)
            .mapToObj(row -> insert.bind(id, row, body(random)))
            .toArray(BoundStatement[]::new));
  }

  /** Compresses to about half. */
  private static ByteBuffer body(SplittableRandom random) {
    byte[] noise = new byte[ROW_BYTES / 2];
    random.nextBytes(noise);
    return ByteBuffer.wrap(Arrays.copyOf(noise, ROW_BYTES));
  }

  /** Reads that filter the smaller table, and find nothing. */
  static Requests filters(LoadClient client) {
    return client.requests(
        "SELECT row FROM bench.%s WHERE body = ? ALLOW FILTERING".formatted(NAMES.get(0)),
        DefaultConsistencyLevel.ONE,
        List.of(List.of(ByteBuffer.allocate(0))));
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
