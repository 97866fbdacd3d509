package io.goodput.bench.tokenbucket;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** A connection for each thread, and a statement for each request. */
final class SqlRequests implements Requests {

  private static final String REQUEST = "SELECT rate_limiting_request(?, ?, ?)";
  private static final Set<String> ROLLED_BACK_BECAUSE_OF_OTHERS = Set.of("40001", "40P01");
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

  private final Work work;
  private final Queue<Connection> connections = new ConcurrentLinkedQueue<>();
  private final LongAdder retries = new LongAdder();

  SqlRequests(Work work) {
    this.work = work;
  }

  @Override
  public Request ofThread(int thread) throws SQLException {
    Connection connection = DriverManager.getConnection(work.url());
    connections.add(connection);
    connection.setTransactionIsolation(GoodputRequests.level(work.isolation()));
    PreparedStatement statement = connection.prepareStatement(REQUEST);
    statement.setInt(2, (int) work.perSecond());
    statement.setInt(3, (int) (work.burst() / work.perSecond()));
    return new Request() {
      private long count;

      @Override
      public boolean isGranted() throws SQLException {
        statement.setString(1, work.id(thread, count++));
        return patiently(statement);
      }
    };
  }

  private boolean patiently(PreparedStatement statement) throws SQLException {
    while (true) {
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getLong(1) >= 0;
      } catch (SQLException e) {
        if (!isBecauseOfOthers(e)) {
          throw e;
        }
        retries.increment();
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_PAUSE));
      }
    }
  }

  /** Whether a transaction was rolled back for no fault of its own. */
  static boolean isBecauseOfOthers(SQLException problem) {
    return ROLLED_BACK_BECAUSE_OF_OTHERS.contains(String.valueOf(problem.getSQLState()));
  }

  @Override
  public long retries() {
    return retries.sum();
  }

  @Override
  public void close() {
    for (Connection connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        // Its work is done.
      }
    }
  }
}
