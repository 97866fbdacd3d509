package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.lab.nodes.Cluster;
import java.time.Duration;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A client that writes and reads through all nodes, at QUORUM, until it is closed. */
final class QuorumClient implements AutoCloseable {

  /** Leaves processor time to nodes that are starting. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  private static final int KEYS = 50;

  private final CqlSession session;
  private final Queue<String> errors = new ConcurrentLinkedQueue<>();
  private final AtomicLong served = new AtomicLong();
  private final CompletableFuture<Void> requests;
  private volatile boolean closed;

  /**
   * Starts to send requests.
   *
   * @param table a qualified name; the table has int columns k, which is its key, and v
   */
  QuorumClient(Cluster cluster, String table) {
    this.session =
        CqlSession.builder()
            .addContactPoints(cluster.contactPoints())
            .withLocalDatacenter("datacenter1")
            .withAuthCredentials(Cql.SUPERUSER, Cql.SUPERUSER)
            .withConfigLoader(Cql.longTimeouts())
            .build();
    this.requests = CompletableFuture.runAsync(() -> sendRequests(table));
  }

  /** The errors so far. */
  Collection<String> errors() {
    return errors;
  }

  /** The number of requests served without an error so far. */
  long served() {
    return served.get();
  }

  private void sendRequests(String table) {
    for (int key = 0; !closed; key = (key + 1) % KEYS) {
      send("INSERT INTO %s (k, v) VALUES (?, 1)".formatted(table), key);
      send("SELECT v FROM %s WHERE k = ?".formatted(table), key);
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Marks the request as idempotent, so that the driver retries it if its connection closes. */
  private void send(String query, int key) {
    try {
      session.execute(
          SimpleStatement.newInstance(query, key).setConsistencyLevel(QUORUM).setIdempotent(true));
      served.incrementAndGet();
    } catch (DriverException e) {
      errors.add(e.toString());
    }
  }

  @Override
  public void close() {
    closed = true;
    requests.join();
    session.close();
  }
}
