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

  private Diagnosis() {}

  /** What to fix; null if the error may go away by itself. */
  public static @Nullable BucketException of(SQLException problem) {
    String state = String.valueOf(problem.getSQLState());
    String fix = fix(state);
    return fix == null
        ? null
        : new BucketException(
            "%s (%s, SQLSTATE %s)".formatted(fix, reason(problem), state), problem);
  }

  /** An error that may go away by itself. */
  static StoreException failure(SQLException problem) {
    String state = problem.getSQLState();
    String suffix = state == null ? "" : " (SQLSTATE %s)".formatted(state);
    String message = reason(problem) + suffix;
    return isOfDatabase(state)
        ? StoreException.unavailable(message, problem)
        : new StoreException(message, problem);
  }

  /** Whether the database did not answer, has no resources, or starts or stops. */
  private static boolean isOfDatabase(@Nullable String state) {
    return state == null
        || state.startsWith("08")
        || state.startsWith("53")
        || state.startsWith("57P");
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
    if (state.equals("25006")) {
      return "The database is read-only: connect to the primary, for instance with"
          + " targetServerType=primary in the URL.";
    }
    if (state.startsWith("28")) {
      return "The database rejects the user: check the user and the password.";
    }
    if (state.equals("3D000")) {
      return "The database does not exist: check the URL.";
    }
    return state.startsWith("42")
        ? "The database rejects the statement: run ./goodput buckets install again."
        : null;
  }

  private static String reason(SQLException problem) {
    return String.valueOf(problem.getMessage()).lines().findFirst().orElse("no message");
  }
}
