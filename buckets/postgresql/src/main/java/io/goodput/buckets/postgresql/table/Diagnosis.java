package io.goodput.buckets.postgresql.table;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.StoreException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells errors that an operator has to fix from those that may go away by themselves. */
public final class Diagnosis {

  /** Table, function, column, and schema do not exist. */
  private static final Set<String> NOT_INSTALLED = Set.of("42P01", "42883", "42703", "3F000");

  /** What the installed function raises. */
  private static final String NO_LIMITS = "GPB01";

  private static final String READ_ONLY = "25006";

  /** A text that the encoding of the database has no bytes for, or that is no text there. */
  private static final Set<String> NO_SUCH_TEXT = Set.of("22P05", "22021");

  private Diagnosis() {}

  /** What to fix; null if the error may go away by itself. */
  public static @Nullable BucketException of(SQLException problem) {
    String state = problem.getSQLState();
    return isOfDatabase(state) || fix(String.valueOf(state)) == null
        ? null
        : new BucketException(message(problem), problem);
  }

  /** What failed, and how to fix it if that is known. */
  public static String message(SQLException problem) {
    String state = problem.getSQLState();
    String fix = fix(String.valueOf(state));
    if (fix != null) {
      return "%s (%s, SQLSTATE %s)".formatted(fix, reason(problem), state);
    }
    return reason(problem) + (state == null ? "" : " (SQLSTATE %s)".formatted(state));
  }

  /** An error that may go away by itself. */
  static StoreException failure(SQLException problem) {
    return isOfDatabase(problem.getSQLState())
        ? StoreException.unavailable(message(problem), problem)
        : new StoreException(message(problem), problem);
  }

  /**
   * Whether the database did not answer, has no resources, starts or stops, is a standby, or
   * rejects the user: all of this may happen during a failover.
   */
  private static boolean isOfDatabase(@Nullable String state) {
    return state == null
        || state.startsWith("08")
        || state.startsWith("53")
        || state.startsWith("57P")
        || state.startsWith("28")
        || state.equals(READ_ONLY);
  }

  private static @Nullable String fix(String state) {
    if (NOT_INSTALLED.contains(state)) {
      return "The token buckets are not installed here, or in another version: run ./goodput"
          + " buckets install, or call TokenBuckets.install(), and check the schema.";
    }
    if (state.equals(NO_LIMITS)) {
      return "Nothing limits the bucket: define limits with ./goodput buckets define, or state them.";
    }
    if (state.equals("42501")) {
      return "The role lacks a permission: grant it USAGE on the schema, and SELECT, INSERT, and"
          + " UPDATE on the table rate_limiting_token_bucket; managing buckets needs DELETE too.";
    }
    if (state.equals(READ_ONLY)) {
      return "The database is read-only: connect to the primary, for instance with"
          + " targetServerType=primary in the URL.";
    }
    if (state.startsWith("28")) {
      return "The database rejects the user: check the user and the password.";
    }
    if (state.equals("3D000")) {
      return "The database does not exist: check the URL.";
    }
    if (NO_SUCH_TEXT.contains(state)) {
      return "The encoding of the database cannot hold the id: choose another id, or a database with"
          + " the encoding UTF8.";
    }
    if (state.startsWith("22") || state.startsWith("23")) {
      return "The database rejects the values of the request: check the constraints and triggers of"
          + " the table rate_limiting_token_bucket.";
    }
    return state.startsWith("42")
        ? "The database rejects the statement: run ./goodput buckets install again."
        : null;
  }

  static String reason(SQLException problem) {
    return String.valueOf(problem.getMessage()).lines().findFirst().orElse("no message");
  }
}
