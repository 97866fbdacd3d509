package io.goodput.it;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.cluster.Cluster;
import java.time.Duration;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A client of all nodes that writes and reads at QUORUM until it is closed. */
final class QuorumClient implements AutoCloseable {

  /** Leaves the processor to nodes that are starting. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  private static final int KEYS = 50;

  private final CqlSession session;
  private final Queue<String> errors = new ConcurrentLinkedQueue<>();
  private final AtomicLong served = new AtomicLong();
  private final CompletableFuture<Void> requests;
  private volatile boolean closed;

  /**
   * Starts at once.
   *
   * @param table with its keyspace; it has int columns k, the key, and v
   */
  QuorumClient(Cluster cluster, String table) {
    this.session =
        CqlSession.builder()
            .addContactPoints(cluster.contactPoints())
            .withLocalDatacenter("datacenter1")
            .withConfigLoader(Cql.patience())
            .build();
    this.requests = CompletableFuture.runAsync(() -> ask(table));
  }

  /** The errors so far. */
  Collection<String> errors() {
    return errors;
  }

  /** The requests answered without an error so far. */
  long served() {
    return served.get();
  }

  private void ask(String table) {
    for (int key = 0; !closed; key = (key + 1) % KEYS) {
      serve("INSERT INTO %s (k, v) VALUES (?, 1)".formatted(table), key);
      serve("SELECT v FROM %s WHERE k = ?".formatted(table), key);
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Idempotent: the driver may send it again when a connection ends under it. */
  private void serve(String query, int key) {
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
