package io.goodput.sql;

import java.sql.SQLException;
import java.time.Duration;

/**
 * Told what goes on with the database, for metrics and logs.
 *
 * <p>Called by the threads that talk to the database: implementations are thread-safe and quick.
 * What they throw is ignored. Tokens that are spent from a lease are not told one by one; they are
 * part of what was granted.
 */
public interface BucketListener {

  /** Told nothing. */
  BucketListener NONE = new BucketListener() {};

  /** The database answered: {@code granted} of at most {@code asked} tokens. */
  default void answered(String id, long asked, long granted, Duration took) {}

  /** The database could not be asked, or did not answer. */
  default void failed(String id, SQLException problem) {}

  /**
   * A transaction was rolled back because of others, with SQLSTATE 40001 or 40P01, and tried again.
   */
  default void retried(String sqlState) {}
}
