package io.goodput.lab.bench.tokenbucket;

import com.zaxxer.hikari.HikariDataSource;
import io.goodput.core.bucket.Rate;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Has a connection for each thread, and executes a statement for each request. */
final class SqlClient extends BucketClient {

  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

  private final HikariDataSource pool;

  SqlClient(Work work) {
    super(work);
    pool = pool(work);
  }

  @Override
  BooleanSupplier ofThread(int thread) throws SQLException {
    PreparedStatement statement =
        pool.getConnection().prepareStatement("SELECT rate_limiting_request(?, ?, ?)");
    Rate rate = work.what().rate();
    statement.setInt(2, (int) work.what().perSecond());
    statement.setInt(3, (int) (rate.burst() / work.what().perSecond()));
    Supplier<String> ids = work.ids(thread);
    return () -> isGranted(statement, ids.get());
  }

  private boolean isGranted(PreparedStatement statement, String id) {
    while (true) {
      try {
        statement.setString(1, id);
        try (ResultSet row = statement.executeQuery()) {
          return row.next() && row.getLong(1) >= 0;
        }
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
