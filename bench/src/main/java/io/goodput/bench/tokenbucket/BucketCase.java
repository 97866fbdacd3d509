package io.goodput.bench.tokenbucket;

import io.goodput.core.bucket.Rate;
import io.goodput.sql.Isolation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Clients that ask for tokens.
 *
 * @param threads of all client processes together
 * @param binding whether demand exceeds the rate; then each process has one thread and a demand of
 *     its own
 */
public record BucketCase(
    Ids ids, Mode mode, Isolation isolation, int threads, boolean binding, Durability durability) {

  /** The buckets that threads use. */
  public enum Ids {
    /** All threads share one bucket. */
    ONE("one bucket"),
    /** Each thread has a bucket. */
    DIFFERENT("a bucket per thread"),
    /** Each request has a bucket. */
    FRESH("a bucket per request");

    final String title;

    Ids(String title) {
      this.title = title;
    }
  }

  /** How a client asks for a token. */
  public enum Mode {
    /** A statement on a connection per thread, without Goodput's client. */
    SQL,
    /** Goodput's client with a statement for each request. */
    DIRECT,
    /** Goodput's client with leases. */
    LEASED,
    /** Bucket4j with its defaults. */
    BUCKET4J,
    /** Bucket4j with batching, its only optimization that keeps the limit exactly. */
    BUCKET4J_BATCHING;

    /** A name for people. */
    String title() {
      return this == SQL ? "SQL" : BucketCase.name(this).replace("_", " with ");
    }
  }

  /** Whether a commit is on disk before its answer: fsync and synchronous_commit. */
  public enum Durability {
    ON,
    OFF
  }

  /** Never rejects. The bucket holds the inflow of a minute. */
  static final Rate UNBOUND = new Rate(1_000_000_000, 60_000_000_000L);

  static final Rate BINDING = new Rate(1_000, 1_000);

  /** Lowest demand of a process where the rate binds, in tokens per second. */
  static final int LEAST_DEMAND = 10;

  /** Each process demands this many times as much as the one before it. */
  static final int DEMAND_FACTOR = 10;

  static final int FEW = 10;
  static final int MANY = 50;

  /** All cases for this number of client processes. The one with the binding rate is the last. */
  public static List<BucketCase> all(int processes) {
    List<BucketCase> cases = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      cases.add(closedLoop(Ids.ONE, mode, Isolation.READ_COMMITTED, FEW, Durability.ON));
      for (Ids ids : mode == Mode.BUCKET4J_BATCHING ? List.of(Ids.ONE) : List.of(Ids.values())) {
        cases.add(closedLoop(ids, mode, Isolation.READ_COMMITTED, MANY, Durability.ON));
      }
    }
    for (Mode mode : List.of(Mode.SQL, Mode.DIRECT, Mode.LEASED)) {
      cases.add(closedLoop(Ids.DIFFERENT, mode, Isolation.READ_COMMITTED, FEW, Durability.ON));
      for (int threads : List.of(FEW, MANY)) {
        for (Ids ids : List.of(Ids.ONE, Ids.DIFFERENT)) {
          cases.add(closedLoop(ids, mode, Isolation.SERIALIZABLE, threads, Durability.ON));
        }
      }
      // Without fsync: the cases of the articles on token buckets with YugabyteDB.
      cases.add(closedLoop(Ids.ONE, mode, Isolation.READ_COMMITTED, MANY, Durability.OFF));
      cases.add(closedLoop(Ids.ONE, mode, Isolation.SERIALIZABLE, FEW, Durability.OFF));
      cases.add(closedLoop(Ids.DIFFERENT, mode, Isolation.READ_COMMITTED, MANY, Durability.OFF));
      cases.add(closedLoop(Ids.DIFFERENT, mode, Isolation.SERIALIZABLE, MANY, Durability.OFF));
    }
    cases.sort(
        Comparator.comparing(BucketCase::durability)
            .thenComparing(BucketCase::ids)
            .thenComparing(BucketCase::isolation)
            .thenComparing(BucketCase::threads)
            .thenComparing(BucketCase::mode));
    cases.add(
        new BucketCase(
            Ids.ONE, Mode.LEASED, Isolation.READ_COMMITTED, processes, true, Durability.ON));
    return List.copyOf(cases);
  }

  static BucketCase closedLoop(
      Ids ids, Mode mode, Isolation isolation, int threads, Durability durability) {
    return new BucketCase(ids, mode, isolation, threads, false, durability);
  }

  Rate rate() {
    return binding ? BINDING : UNBOUND;
  }

  /** Name of a constant in the JSON document. */
  static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** A name for the command line, such as {@code one-50-read-committed-leased}. */
  @Override
  public String toString() {
    return "%s%s-%d-%s-%s"
        .formatted(
            durability == Durability.ON ? "" : "no-fsync-",
            binding ? "binding" : name(ids),
            threads,
            name(isolation),
            name(mode))
        .replace('_', '-');
  }
}
