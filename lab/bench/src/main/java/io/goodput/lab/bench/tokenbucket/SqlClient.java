package io.goodput.lab.bench.tokenbucket;

import io.goodput.buckets.postgresql.Isolation;
import io.goodput.core.bucket.Rate;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Has a connection for each thread, and executes a statement for each request. */
final class SqlClient extends BucketClient {

  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

  private final List<Connection> connections = new ArrayList<>();

  SqlClient(Work work) {
    super(work);
  }

  @Override
  Request ofThread(int thread) throws SQLException {
    Connection connection = DriverManager.getConnection(work.url());
    connections.add(connection);
    connection.setTransactionIsolation(
        work.what().isolation() == Isolation.SERIALIZABLE
            ? Connection.TRANSACTION_SERIALIZABLE
            : Connection.TRANSACTION_READ_COMMITTED);
    PreparedStatement statement =
        connection.prepareStatement("SELECT rate_limiting_request(?, ?, ?)");
    Rate rate = work.what().rate();
    statement.setInt(2, (int) work.what().perSecond());
    statement.setInt(3, (int) (rate.burst() / work.what().perSecond()));
    Supplier<String> ids = work.ids(thread);
    return () -> {
      statement.setString(1, ids.get());
      return withRetries(statement);
    };
  }

  private boolean withRetries(PreparedStatement statement) throws SQLException {
    while (true) {
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getLong(1) >= 0;
      } catch (SQLException e) {
        if (!isConflict(e)) {
          throw e;
        }
        retries.increment();
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_PAUSE));
      }
    }
  }

  /** Whether a transaction failed because of concurrent ones: serialization failure, deadlock. */
  static boolean isConflict(SQLException problem) {
    return Set.of("40001", "40P01").contains(String.valueOf(problem.getSQLState()));
  }

  @Override
  public void close() {
    for (Connection connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        // Nothing on the connection is needed any more.
      }
    }
  }
}
