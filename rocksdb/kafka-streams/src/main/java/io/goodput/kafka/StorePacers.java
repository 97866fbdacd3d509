package io.goodput.kafka;

import io.goodput.rocksdb.DbPacer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The pacers of the databases of one store of one task. A key-value store has one database. A
 * window or session store has one for each segment of time, and opens it with the first write.
 *
 * <p>Kafka Streams does not tell a config setter which store a database belongs to. It opens the
 * database in a call to the store, on the same thread. Thread-safe.
 */
final class StorePacers {

  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static final ThreadLocal<StorePacers> CALLED = new ThreadLocal<>();

  private final String store;
  private final long segmentMillis;
  private final Map<Long, DbPacer> pacers = new ConcurrentHashMap<>();
  private final Totals ended = new Totals();

  /** Those of databases that were closed. Guarded by itself. */
  private static final class Totals {
    private long stalls;
    private long faults;
  }

  /**
   * No database yet.
   *
   * @param segmentMillis length of a segment; 0 if the store has one database
   */
  StorePacers(String store, long segmentMillis) {
    this.store = store;
    this.segmentMillis = segmentMillis;
  }

  /** Those of the store that this thread calls; null if it is not paced. */
  static @Nullable StorePacers called() {
    return CALLED.get();
  }

  /** A call to the store. */
  @FunctionalInterface
  interface Call {
    @Nullable Object run() throws Throwable;
  }

  /** Calls the store, which may open a database. */
  @Nullable Object calling(Call call) throws Throwable {
    StorePacers outer = CALLED.get();
    CALLED.set(this);
    try {
      return call.run();
    } finally {
      if (outer == null) {
        CALLED.remove();
      } else {
        CALLED.set(outer);
      }
    }
  }

  /** Whether the store may open a database in any write. */
  boolean isSegmented() {
    return segmentMillis > 0;
  }

  /** The databases of this process that are open, or about to be. */
  static int databases() {
    return DATABASES.get();
  }

  /**
   * A database is about to be opened.
   *
   * @param database its name: that of the store, or with a point and the start of the segment
   */
  void add(String database, DbPacer pacer) {
    long segment = segment(database);
    DbPacer before = pacers.get(segment);
    if (before != null) {
      // The database could not be opened the last time.
      end(segment, before);
    }
    DATABASES.incrementAndGet();
    pacers.put(segment, pacer);
  }

  /** A database is about to be closed. */
  void remove(String database, DbPacer pacer) {
    end(segment(database), pacer);
  }

  /** The store is closed. Databases that could not be opened may have left their pacers. */
  void close() {
    pacers.forEach(this::end);
  }

  private void end(Long segment, DbPacer pacer) {
    // Before its totals are taken, so that none of its events is lost.
    pacer.close();
    synchronized (ended) {
      if (pacers.remove(segment, pacer)) {
        count(pacer);
      }
    }
  }

  /** A pacer leaves the map, and its totals are kept, in one step: the sums never fall. */
  private void count(DbPacer pacer) {
    DATABASES.decrementAndGet();
    ended.stalls += pacer.state().stalls();
    ended.faults += pacer.faults();
  }

  /** How often RocksDB itself began to delay or stop writes to these databases. */
  long stalls() {
    synchronized (ended) {
      return ended.stalls + sum(pacer -> pacer.state().stalls());
    }
  }

  /** Events of these databases that the pacers have lost. */
  long faults() {
    synchronized (ended) {
      return ended.faults + sum(DbPacer::faults);
    }
  }

  private long sum(ToLongFunction<DbPacer> figure) {
    return pacers.values().stream().mapToLong(figure).sum();
  }

  /** The pacer of the database for this time; null if it is not open. */
  @Nullable DbPacer at(long timestamp) {
    return pacers.get(isSegmented() ? timestamp / segmentMillis * segmentMillis : 0);
  }

  /** The pacer of the newest database; null if none is open. */
  @Nullable DbPacer newest() {
    return pacers.keySet().stream().max(Long::compare).map(pacers::get).orElse(null);
  }

  /** Databases with other names share a number that no write asks for. */
  private long segment(String database) {
    if (!isSegmented() || database.equals(store)) {
      return 0;
    }
    try {
      return Long.parseLong(database, store.length() + 1, database.length(), 10);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return Long.MIN_VALUE;
    }
  }
}
