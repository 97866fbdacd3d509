package io.goodput.lab.bench.tokenbucket;

import io.goodput.buckets.postgresql.Isolation;
import io.goodput.core.bucket.Rate;
import io.goodput.lab.bench.report.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients that ask for tokens.
 *
 * @param threads of all client processes together
 */
public record BucketCase(
    Backend backend, Ids ids, Mode mode, Isolation isolation, int threads, Load load) {

  /** Where buckets are. The isolation is a setting of PostgreSQL only. */
  public enum Backend {
    POSTGRESQL,
    /** A temporary node, with rows at SERIAL. */
    CASSANDRA,
    /** Each client process has its own. */
    MEMORY
  }

  /** The limit of a bucket, and how much the threads demand. */
  public enum Load {
    /** The rate never binds, and each thread asks again at once. */
    UNBOUND("", 1_000_000_000, 60_000_000_000L),
    /** As before, while a transaction keeps a few other rows locked, which callers wait for. */
    LOCKED_ROWS("locked-rows", 1_000_000_000, 60_000_000_000L),
    /** The database stops answering when the clients begin. Each thread asks once a second. */
    HANGING("hanging", 1_000_000_000, 60_000_000_000L),
    /** The rate binds. Callers reserve twice as many tokens as they use. */
    SETTLED("settled-5k", 5_000, 5_000),
    /** The rate binds. Each process has one thread and a demand of its own. */
    SHARES("binding", 1_000, 1_000),
    /** The rate binds. All threads demand the same, together twice the rate. */
    BINDING_1K("binding-1k", 1_000, 1_000),
    BINDING_10K("binding-10k", 10_000, 10_000),
    BINDING_100K("binding-100k", 100_000, 100_000),
    /** The rate binds, the burst is small, and the caller asks again after a short pause. */
    SMALL_5_1("small-burst-5-1", 5, 1),
    SMALL_20_1("small-burst-20-1", 20, 1),
    SMALL_100_1("small-burst-100-1", 100, 1),
    SMALL_100_2("small-burst-100-2", 100, 2),
    SMALL_100_5("small-burst-100-5", 100, 5),
    SMALL_1K_10("small-burst-1000-10", 1_000, 10);

    private static final List<Load> UNLIMITED = List.of(UNBOUND, LOCKED_ROWS, HANGING);

    static final List<Load> EQUAL = List.of(BINDING_1K, BINDING_10K, BINDING_100K);

    static final List<Load> SMALL =
        List.of(SMALL_5_1, SMALL_20_1, SMALL_100_1, SMALL_100_2, SMALL_100_5, SMALL_1K_10);

    private final String title;
    private final long perSecond;
    private final long burst;

    Load(String title, long perSecond, long burst) {
      this.title = title;
      this.perSecond = perSecond;
      this.burst = burst;
    }
  }

  /** The buckets that threads use. */
  public enum Ids {
    ONE("one bucket"),
    DIFFERENT("a bucket per thread"),
    FRESH("a bucket per request"),
    /** Few buckets get most requests, as with the keys of a key-value store. */
    ZIPF("100,000 buckets in a Zipf distribution");

    final String title;

    Ids(String title) {
      this.title = title;
    }

    /** Whether each request of a thread may use another bucket. */
    boolean vary() {
      return this == FRESH || this == ZIPF;
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
    BUCKET4J_BATCHING,
    /** Bucket4j with advisory locks instead of locked rows. */
    BUCKET4J_ADVISORY;

    /** SQL without a client does the same as direct buckets. */
    static final List<Mode> OF_BINDING =
        List.of(LEASED, DIRECT, BUCKET4J, BUCKET4J_BATCHING, BUCKET4J_ADVISORY);

    boolean isGoodput() {
      return this == SQL || this == DIRECT || this == LEASED;
    }

    /** A name for people. */
    String title() {
      return this == SQL ? name() : Text.name(this).replace("_", " with ");
    }
  }

  /** All threads with the same demand together demand this many times the rate. */
  private static final int OVERLOAD = 2;

  /** Lowest demand of a process where shares differ, in tokens per second. */
  private static final int LEAST_DEMAND = 10;

  /** Each process demands this many times as much as the one before it. */
  private static final int DEMAND_FACTOR = 10;

  /** Threads that compete with the same demand. */
  static final int EQUALS = 20;

  static final int FEW = 10;
  static final int MANY = 50;

  /** More callers than a database has connections. */
  static final int CROWD = 1_000;

  /** Clients that a crowd is measured with. */
  private static final List<Mode> OF_CROWD = List.of(Mode.SQL, Mode.LEASED, Mode.BUCKET4J);

  /** All cases for this number of client processes. Those with binding rates are the last. */
  public static List<BucketCase> all(int processes) {
    List<BucketCase> cases = new ArrayList<>();
    for (Ids ids : Ids.values()) {
      for (Isolation isolation : List.of(Isolation.READ_COMMITTED, Isolation.SERIALIZABLE)) {
        for (int threads : List.of(FEW, MANY)) {
          for (Mode mode : Mode.values()) {
            cases.add(closedLoop(ids, mode, isolation, threads));
          }
        }
      }
    }
    cases.removeIf(what -> !what.isMeasured());
    for (Ids ids : List.of(Ids.FRESH, Ids.ZIPF)) {
      for (Mode mode : OF_CROWD) {
        cases.add(closedLoop(ids, mode, Isolation.READ_COMMITTED, CROWD));
      }
    }
    cases.add(withNewIds(MANY, Load.LOCKED_ROWS));
    cases.add(withNewIds(CROWD, Load.HANGING));
    cases.add(oneBucket(Backend.POSTGRESQL, Mode.LEASED, MANY, Load.SETTLED));
    cases.add(oneBucket(Backend.CASSANDRA, Mode.LEASED, FEW, Load.UNBOUND));
    cases.add(oneBucket(Backend.CASSANDRA, Mode.LEASED, EQUALS, Load.BINDING_1K));
    cases.add(oneBucket(Backend.POSTGRESQL, Mode.LEASED, processes, Load.SHARES));
    for (Load load : Load.EQUAL) {
      for (int threads : List.of(EQUALS, MANY)) {
        for (Mode mode : Mode.OF_BINDING) {
          cases.add(oneBucket(Backend.POSTGRESQL, mode, threads, load));
        }
      }
    }
    for (Load load : Load.SMALL) {
      for (Mode mode : List.of(Mode.LEASED, Mode.DIRECT, Mode.BUCKET4J)) {
        cases.add(oneBucket(Backend.POSTGRESQL, mode, 1, load));
      }
      cases.add(oneBucket(Backend.MEMORY, Mode.LEASED, 1, load));
      cases.add(oneBucket(Backend.MEMORY, Mode.BUCKET4J, 1, load));
    }
    return List.copyOf(cases);
  }

  private boolean isMeasured() {
    if (mode == Mode.BUCKET4J_ADVISORY) {
      return false;
    }
    boolean bucket4j = !mode.isGoodput();
    boolean readCommitted = isolation == Isolation.READ_COMMITTED;
    if (!bucket4j && !ids.vary()) {
      return true;
    }
    boolean canBatch = ids == Ids.ONE || mode != Mode.BUCKET4J_BATCHING;
    return readCommitted && canBatch && (ids == Ids.ONE || threads == MANY);
  }

  static BucketCase closedLoop(Ids ids, Mode mode, Isolation isolation, int threads) {
    return new BucketCase(Backend.POSTGRESQL, ids, mode, isolation, threads, Load.UNBOUND);
  }

  private static BucketCase withNewIds(int threads, Load load) {
    return new BucketCase(
        Backend.POSTGRESQL, Ids.FRESH, Mode.LEASED, Isolation.READ_COMMITTED, threads, load);
  }

  static BucketCase oneBucket(Backend backend, Mode mode, int threads, Load load) {
    return new BucketCase(backend, Ids.ONE, mode, Isolation.READ_COMMITTED, threads, load);
  }

  /** Whether it is a closed loop of this many threads, read committed. */
  boolean isMain(Ids wanted, int callers) {
    return equals(closedLoop(wanted, mode, Isolation.READ_COMMITTED, callers));
  }

  Rate rate() {
    return Rate.perSecond(load.perSecond, load.burst);
  }

  /** Tokens per second. */
  long perSecond() {
    return load.perSecond;
  }

  boolean binding() {
    return !Load.UNLIMITED.contains(load);
  }

  /** Whether the benchmark must have started the database. */
  public boolean needsOwnDatabase() {
    return backend == Backend.CASSANDRA || load == Load.HANGING;
  }

  /** Whether each request counts, from the first one on. */
  boolean isOpen() {
    return binding() || load == Load.HANGING;
  }

  /** Whether a caller asks again after a short pause, also if it was admitted. */
  boolean polls() {
    return Load.SMALL.contains(load);
  }

  /** Requests per second of each thread of a process; 0 if each thread asks again at once. */
  double demand(int process) {
    return switch (load) {
      case UNBOUND, LOCKED_ROWS -> 0;
      case HANGING -> 1;
      case SMALL_5_1, SMALL_20_1, SMALL_100_1, SMALL_100_2, SMALL_100_5, SMALL_1K_10 -> 0;
      case SHARES -> LEAST_DEMAND * Math.pow(DEMAND_FACTOR, process);
      default -> OVERLOAD * perSecond() / (double) threads;
    };
  }

  /**
   * A name for the command line: {@code one-50-read-committed-leased}, {@code cassandra-10-leased},
   * {@code small-burst-5-1-memory}.
   */
  @Override
  public String toString() {
    if (polls()) {
      return load.title + '-' + nameOfClient();
    }
    if (backend != Backend.POSTGRESQL) {
      return "%s-%s%d-%s"
          .formatted(
              Text.name(backend), binding() ? load.title + "-" : "", threads, Text.name(mode))
          .replace('_', '-');
    }
    return "%s-%d-%s-%s"
        .formatted(
            load.title.isEmpty() ? Text.name(ids) : load.title,
            threads,
            Text.name(isolation),
            Text.name(mode))
        .replace('_', '-');
  }

  private String nameOfClient() {
    String client = Text.name(mode).replace('_', '-');
    if (backend != Backend.MEMORY) {
      return client;
    }
    return mode == Mode.BUCKET4J ? client + "-local" : "memory";
  }
}
