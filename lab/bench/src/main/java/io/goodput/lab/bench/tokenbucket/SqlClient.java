package io.goodput.lab.bench.tokenbucket;

import com.zaxxer.hikari.HikariDataSource;
import io.goodput.core.bucket.Rate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Executes a prepared statement for each request, on a connection for each thread, or on one that a
 * thread of a crowd borrows.
 */
final class SqlClient extends BucketClient {

  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

  private final HikariDataSource pool;

  SqlClient(Work work) {
    super(work);
    pool = pool(work);
  }

  @Override
  BooleanSupplier asking(Supplier<String> ids) throws SQLException {
    if (work.isCrowd()) {
      return () -> isGranted(this::borrowing, ids.get());
    }
    PreparedStatement statement = prepared(pool.getConnection());
    return () -> isGranted(id -> isGranted(statement, id), ids.get());
  }

  private PreparedStatement prepared(Connection connection) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement("SELECT rate_limiting_request(?, ?, ?)");
    Rate rate = work.what().rate();
    statement.setInt(2, (int) work.what().perSecond());
    statement.setInt(3, (int) (rate.burst() / work.what().perSecond()));
    return statement;
  }

  /** The driver keeps the statement prepared. */
  private boolean borrowing(String id) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = prepared(connection)) {
      return isGranted(statement, id);
    }
  }

  private static boolean isGranted(PreparedStatement statement, String id) throws SQLException {
    statement.setString(1, id);
    try (ResultSet row = statement.executeQuery()) {
      return row.next() && row.getLong(1) >= 0;
    }
  }

  /** A request for a bucket. */
  @FunctionalInterface
  private interface Request {
    boolean isGranted(String id) throws SQLException;
  }

  private boolean isGranted(Request request, String id) {
    while (true) {
      try {
        return request.isGranted(id);
      } catch (SQLException e) {
        if (!isConflict(e)) {
          throw new IllegalStateException(e.getMessage(), e);
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
    pool.close();
  }
}
