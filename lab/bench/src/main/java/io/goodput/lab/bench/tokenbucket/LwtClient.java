package io.goodput.lab.bench.tokenbucket;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a row, and writes it by a lightweight transaction if it is still the same. After a conflict
 * it pauses, and tries again with the row of the answer.
 */
final class LwtClient extends BucketClient {

  static final String TABLE = "lwt_buckets (id text PRIMARY KEY, tokens bigint, at bigint)";

  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

  private final CqlSession session;
  private final PreparedStatement read;
  private final PreparedStatement update;
  private final PreparedStatement insert;

  LwtClient(Work work) {
    super(work);
    session = CassandraNode.connect(work.url());
    read = session.prepare("SELECT tokens, at FROM bench.lwt_buckets WHERE id = ?");
    update =
        session.prepare(
            "UPDATE bench.lwt_buckets SET tokens = ?, at = ? WHERE id = ? IF tokens = ? AND at = ?");
    insert =
        session.prepare(
            "INSERT INTO bench.lwt_buckets (id, tokens, at) VALUES (?, ?, ?) IF NOT EXISTS");
  }

  /**
   * A bucket at a moment.
   *
   * @param at in milliseconds since the Unix epoch
   */
  record State(long tokens, long at) {

    /** The bucket after a request; null if it has no token. */
    @Nullable State take(long now, long perSecond, long burst) {
      long later = Math.max(now, at);
      long full = Math.min(burst, tokens + (later - at) * perSecond / 1_000);
      return full < 1 ? null : new State(full - 1, later);
    }
  }

  @Override
  Request ofThread(int thread) {
    Supplier<String> ids = work.ids(thread);
    return () -> isGranted(ids.get());
  }

  private boolean isGranted(String id) {
    State seen = state(session.execute(read.bind(id)).one());
    while (true) {
      long burst = work.what().rate().burst();
      long now = System.currentTimeMillis();
      State before = seen == null ? new State(burst, now) : seen;
      State after = before.take(now, work.what().perSecond(), burst);
      if (after == null) {
        return false;
      }
      try {
        ResultSet answer = write(id, seen, after);
        if (answer.wasApplied()) {
          return true;
        }
        seen = state(answer.one());
      } catch (WriteTimeoutException e) {
        // It may have been applied: the token is lost then.
        seen = state(session.execute(read.bind(id)).one());
      }
      retries.increment();
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_PAUSE));
    }
  }

  private ResultSet write(String id, @Nullable State seen, State after) {
    return session.execute(
        seen == null
            ? insert.bind(id, after.tokens(), after.at())
            : update.bind(after.tokens(), after.at(), id, seen.tokens(), seen.at()));
  }

  private static @Nullable State state(@Nullable Row row) {
    return row == null ? null : new State(row.getLong("tokens"), row.getLong("at"));
  }

  @Override
  public void close() {
    session.close();
  }
}
