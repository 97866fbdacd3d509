package io.goodput.cassandra.level;

import io.goodput.core.fair.ServiceLevel;
import io.goodput.core.fair.Workload;
import io.goodput.core.time.Nanos;
import java.util.Locale;
import org.apache.cassandra.cql3.Duration;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/** The options that a statement states; null for each one that it does not. Immutable. */
record LevelOptions(
    @Nullable Integer shares, @Nullable Long timeoutNanos, @Nullable Workload workload) {

  static final String SHARES = "shares";
  static final String TIMEOUT = "timeout";
  static final String WORKLOAD_TYPE = "workload_type";

  static final LevelOptions NONE = new LevelOptions(null, null, null);

  /** The longest timeout; that of the server is shorter. */
  private static final long MOST_NANOS = 24 * 3600 * Nanos.PER_SECOND;

  /**
   * The same options and one more.
   *
   * @param value null to reset the option
   * @throws InvalidRequestException if there is no such option, if it is there already, or if the
   *     value is invalid
   */
  LevelOptions with(String name, @Nullable String value) {
    return switch (name) {
      case SHARES -> {
        requireFirst(name, shares);
        yield new LevelOptions(sharesOf(value), timeoutNanos, workload);
      }
      case TIMEOUT -> {
        requireFirst(name, timeoutNanos);
        yield new LevelOptions(shares, timeoutOf(value), workload);
      }
      case WORKLOAD_TYPE -> {
        requireFirst(name, workload);
        yield new LevelOptions(shares, timeoutNanos, workloadOf(value));
      }
      default ->
          throw new InvalidRequestException(
              "A service level has the options shares, timeout, and workload_type, not '%s'"
                  .formatted(name));
    };
  }

  private static void requireFirst(String name, @Nullable Object before) {
    if (before != null) {
      throw new InvalidRequestException(
          "Option '%s' is there twice; state it once".formatted(name));
    }
  }

  private static int sharesOf(@Nullable String value) {
    if (value == null) {
      return ServiceLevel.MOST_SHARES;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= 1 && number <= ServiceLevel.MOST_SHARES) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The message below says what is right.
    }
    throw invalid(SHARES, "a whole number from 1 to 1000", value);
  }

  private static long timeoutOf(@Nullable String value) {
    if (value == null) {
      return 0;
    }
    try {
      Duration duration = Duration.from(value);
      long nanos = duration.getNanoseconds();
      if (duration.getMonths() == 0
          && duration.getDays() == 0
          && nanos >= Nanos.PER_MILLI
          && nanos <= MOST_NANOS
          && nanos % Nanos.PER_MILLI == 0) {
        return nanos;
      }
    } catch (InvalidRequestException e) {
      // The message below says what is right.
    }
    throw invalid(
        TIMEOUT, "a duration from 1ms to 24h in whole milliseconds, such as 500ms", value);
  }

  private static Workload workloadOf(@Nullable String value) {
    if (value == null) {
      return Workload.UNSPECIFIED;
    }
    for (Workload workload : Workload.values()) {
      if (nameOf(workload).equalsIgnoreCase(value)) {
        return workload;
      }
    }
    throw invalid(WORKLOAD_TYPE, "'interactive', 'batch', or 'unspecified'", value);
  }

  /** How statements and rows name a workload. */
  static String nameOf(Workload workload) {
    return workload.name().toLowerCase(Locale.ROOT);
  }

  private static InvalidRequestException invalid(String option, String right, String value) {
    return new InvalidRequestException("%s must be %s, not '%s'".formatted(option, right, value));
  }

  /** The level with these options, and its own where there are none. */
  ServiceLevel of(ServiceLevel level) {
    return new ServiceLevel(
        level.name(),
        shares == null ? level.shares() : shares,
        timeoutNanos == null ? level.timeoutNanos() : timeoutNanos,
        workload == null ? level.workload() : workload);
  }
}
