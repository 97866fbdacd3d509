package io.goodput.bench.tokenbucket;

import io.goodput.bench.report.Text;
import io.goodput.core.bucket.Rate;
import io.goodput.sql.Isolation;
import java.util.ArrayList;
import java.util.List;

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
    ONE("one bucket"),
    DIFFERENT("a bucket per thread"),
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
      return this == SQL ? "SQL" : Text.name(this).replace("_", " with ");
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
    for (Durability durability : Durability.values()) {
      for (Ids ids : Ids.values()) {
        for (Isolation isolation : List.of(Isolation.READ_COMMITTED, Isolation.SERIALIZABLE)) {
          for (int threads : List.of(FEW, MANY)) {
            for (Mode mode : Mode.values()) {
              cases.add(closedLoop(ids, mode, isolation, threads, durability));
            }
          }
        }
      }
    }
    cases.removeIf(what -> !what.isMeasured());
    cases.add(
        new BucketCase(
            Ids.ONE, Mode.LEASED, Isolation.READ_COMMITTED, processes, true, Durability.ON));
    return List.copyOf(cases);
  }

  private boolean isMeasured() {
    boolean bucket4j = mode == Mode.BUCKET4J || mode == Mode.BUCKET4J_BATCHING;
    boolean readCommitted = isolation == Isolation.READ_COMMITTED;
    if (durability == Durability.OFF) {
      // The cases of the articles on token buckets with YugabyteDB.
      int ofArticles = ids == Ids.ONE && !readCommitted ? FEW : MANY;
      return !bucket4j && ids != Ids.FRESH && threads == ofArticles;
    }
    if (!bucket4j && ids != Ids.FRESH) {
      return true;
    }
    boolean canBatch = ids == Ids.ONE || mode != Mode.BUCKET4J_BATCHING;
    return readCommitted && canBatch && (ids == Ids.ONE || threads == MANY);
  }

  static BucketCase closedLoop(
      Ids ids, Mode mode, Isolation isolation, int threads, Durability durability) {
    return new BucketCase(ids, mode, isolation, threads, false, durability);
  }

  Rate rate() {
    return binding ? BINDING : UNBOUND;
  }

  /** A name for the command line, such as {@code one-50-read-committed-leased}. */
  @Override
  public String toString() {
    return "%s%s-%d-%s-%s"
        .formatted(
            durability == Durability.ON ? "" : "no-fsync-",
            binding ? "binding" : Text.name(ids),
            threads,
            Text.name(isolation),
            Text.name(mode))
        .replace('_', '-');
  }
}
