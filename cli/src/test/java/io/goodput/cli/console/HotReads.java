package io.goodput.cli.console;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A client that reads one partition most of the time, and goes on after errors. */
final class HotReads implements AutoCloseable {

  private static final int THREADS = 3;
  private static final int PAUSE_MILLIS = 4;
  private static final int MOST = 100;
  private static final int HOT_SHARE = 85;

  private final CqlSession session;
  private final PreparedStatement read;
  private final String key;
  private final List<Thread> threads;
  private volatile boolean closed;

  private HotReads(CqlSession session, String table, String key) {
    this.session = session;
    // No replica serves all of them.
    this.read =
        session.prepare(
            SimpleStatement.newInstance("SELECT * FROM " + table + " WHERE id = ?")
                .setConsistencyLevel(ConsistencyLevel.ONE));
    this.key = key;
    this.threads =
        IntStream.range(0, THREADS).mapToObj(n -> new Thread(this::run, "hot-reads")).toList();
  }

  /** All keys that are read. */
  static List<String> keys(String hot) {
    return Stream.concat(Stream.of(hot), IntStream.range(HOT_SHARE, MOST).mapToObj(HotReads::post))
        .toList();
  }

  private static String post(int number) {
    return "post " + number;
  }

  static HotReads start(CqlSession session, String table, String key) {
    HotReads reads = new HotReads(session, table, key);
    reads.threads.forEach(Thread::start);
    return reads;
  }

  private void run() {
    try {
      while (!closed) {
        int random = ThreadLocalRandom.current().nextInt(MOST);
        try {
          session.execute(read.bind(random < HOT_SHARE ? key : post(random)));
        } catch (DriverException e) {
          // Refused, or the cluster is away: both are part of the test.
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed = true;
    session.close();
  }
}
