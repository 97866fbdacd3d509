package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.goodput.core.pacing.SharedMemory;
import io.goodput.core.pacing.WritePacer;
import io.goodput.core.time.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.AdvancedColumnFamilyOptionsInterface;
import org.rocksdb.DBOptionsInterface;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Paces the writes of one RocksDB database, across all its column families, so that RocksDB never
 * stalls or stops them.
 *
 * <pre>
 * try (DbPacer pacer = DbPacer.create("orders");
 *     Options options =
 *         pacer.attachTo(RecommendedOptions.applyTo(new Options().setCreateIfMissing(true)));
 *     RocksDB db = RocksDB.open(options, path);
 *     PacedWrites writes = new PacedWrites(db, pacer)) {
 *   writes.put(key, value);
 * }
 * </pre>
 *
 * <p>Thread-safe. Close it before the database, and make no write that it did not let pass: {@link
 * PacedWrites} do both. It holds one native object, an event listener, which RocksDB shares.
 */
public final class DbPacer implements AutoCloseable {

  private static final Logger LOG = System.getLogger(DbPacer.class.getName());

  /** Why writes are not paced, and what to do, if not {@link #canReceiveEvents}. */
  public static final String NO_EVENTS =
      "RocksDB cannot call listeners, because RocksJava is in a class loader of its own. Put it on"
          + " the class path of the JVM: extract an executable jar of Spring Boot (java"
          + " -Djarmode=tools -jar app.jar extract).";

  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private final String name;
  private final WritePacer pacer;
  private final Faults faults;
  private final DatabaseEvents events;
  private final AtomicBoolean attached = new AtomicBoolean();
  private final AtomicBoolean warned = new AtomicBoolean();

  DbPacer(String name, PacingOptions options, SharedMemory memory) {
    this.name = name;
    PacingListener listener = options.listener();
    TimeSource time = TimeSource.system();
    this.pacer = new WritePacer(options.settings(), memory, time, this::look);
    this.faults = new Faults(name, listener);
    this.events =
        new DatabaseEvents(
            pacer,
            faults,
            () -> listener.changed(this.name, this.state()),
            db -> warnOfFewMemtables(db, options.settings().memtables()),
            time);
  }

  private void warnOfFewMemtables(RocksDB db, int paced) throws RocksDBException {
    int most = db.getOptions().maxWriteBufferNumber();
    if (most <= paced) {
      LOG.log(
          Level.WARNING,
          ("The pacer has little memory in which it can slow down writes to '%s', so RocksDB may stop"
                  + " some: max_write_buffer_number is %d. Set it to %d, as RecommendedOptions do.")
              .formatted(name, most, paced + 2));
    }
  }

  /** Creates a pacer with default options for a database that is not open yet. */
  public static DbPacer create(String name) {
    return create(name, PacingOptions.defaults());
  }

  /**
   * Creates a pacer for a database that is not open yet.
   *
   * @param name of the database, for messages and for the listener
   */
  public static DbPacer create(String name, PacingOptions options) {
    return new DbPacer(name, options, SharedMemory.UNBOUNDED);
  }

  /**
   * Whether RocksDB can report to a pacer in this process. It cannot if the classes of RocksJava
   * are in a class loader of their own, as in an executable jar of Spring Boot. Then {@link
   * RecommendedOptions} change nothing either.
   */
  public static boolean canReceiveEvents() {
    return DatabaseEvents.canArrive();
  }

  /**
   * Adds the pacer's event listener to the listeners that the options already have. Set your own
   * listeners before this call, and close them after the database.
   *
   * <p>Where the pacer cannot {@link #canReceiveEvents}, it counts a fault, and paces nothing.
   *
   * @return the same options
   * @throws IllegalStateException if one of the options' listeners is closed already, or if the
   *     pacer was attached before
   */
  public <T extends DBOptionsInterface<T>> T attachTo(T options) {
    if (!attached.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "The pacer '%s' is attached to a database already: create a pacer for each database."
              .formatted(name));
    }
    List<AbstractEventListener> listeners = new ArrayList<>(options.listeners());
    for (AbstractEventListener other : listeners) {
      if (!other.isOwningHandle()) {
        throw new IllegalStateException(
            "The listener %s has been closed: close it after the database."
                .formatted(other.getClass().getName()));
      }
    }
    if (!canReceiveEvents()) {
      faults.add(
          new IllegalStateException("Writes to '%s' are not paced: %s".formatted(name, NO_EVENTS)));
      return options;
    }
    if (options instanceof AdvancedColumnFamilyOptionsInterface<?> families) {
      pacer.flushTogether(families.minWriteBufferNumberToMerge());
    }
    listeners.add(events);
    options.setListeners(listeners);
    return options;
  }

  /**
   * Waits until a write may be made. Most writes do not wait.
   *
   * @param bytes size of the keys and values; zero or more
   * @throws IllegalArgumentException if {@code bytes} is negative
   * @throws ClosedException if the pacer is or gets closed
   * @throws InterruptedException if the thread is interrupted while it waits; the write then does
   *     not count
   */
  public void pace(long bytes) throws InterruptedException {
    requireSize(bytes);
    pacer.pace(bytes);
    requireOpen();
  }

  /**
   * Like {@link #pace}, but keeps waiting when the thread is interrupted, and preserves the
   * interrupt.
   */
  public void paceUninterruptibly(long bytes) {
    requireSize(bytes);
    pacer.paceUninterruptibly(bytes);
    requireOpen();
  }

  /**
   * Waits until a write may be made, unless that takes longer than a timeout.
   *
   * @param bytes size of the keys and values; zero or more
   * @param timeout longest wait; zero or less for none
   * @return whether the write may be made; if not, the method returns at once
   * @throws IllegalArgumentException if {@code bytes} is negative
   * @throws ClosedException if the pacer is or gets closed
   * @throws InterruptedException if the thread is interrupted while it waits; the write then does
   *     not count
   */
  public boolean tryPace(long bytes, Duration timeout) throws InterruptedException {
    requireSize(bytes);
    boolean paced = pacer.tryPace(bytes, nanos(timeout));
    requireOpen();
    return paced;
  }

  /**
   * Waits until a write may be made, but no longer than a given time. Make the write in both cases.
   *
   * @param bytes size of the keys and values; zero or more
   * @param longest longest wait; zero or less for none
   * @throws IllegalArgumentException if {@code bytes} is negative
   * @throws ClosedException if the pacer is or gets closed
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public void pace(long bytes, Duration longest) throws InterruptedException {
    requireSize(bytes);
    pacer.pace(bytes, nanos(longest));
    requireOpen();
  }

  /**
   * Tells at once whether a write may be made. For event loops, which must not wait.
   *
   * @param bytes size of the keys and values; zero or more
   * @return zero if you may make the write; else the time after which to ask again
   * @throws IllegalArgumentException if {@code bytes} is negative
   * @throws ClosedException if the pacer is closed
   */
  public Duration retryAfter(long bytes) {
    requireSize(bytes);
    Duration wait = Duration.ofNanos(pacer.retryAfter(bytes));
    requireOpen();
    return wait;
  }

  /**
   * Forgets a column family that was dropped. {@link PacedWrites#dropColumnFamily} calls it, and it
   * happens by itself when the handle of the column family is closed. Before that, memtables of the
   * dropped family slow writes to the others.
   */
  public void forgetColumnFamily(byte[] columnFamily) {
    events.forget(new String(columnFamily, UTF_8));
  }

  /** Whether the caller should flush a column family; logs the first time. */
  boolean takeFlush() {
    boolean taken = pacer.takeFlush();
    if (taken && warned.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          ("The WriteBufferManager of '%s' is nearly full of memtables that RocksDB does not flush:"
                  + " its pacer flushes them. Set min_write_buffer_number_to_merge to 1, or give the"
                  + " manager a larger size.")
              .formatted(name));
    }
    return taken;
  }

  /** Counts a fault. */
  void fault(Throwable cause) {
    faults.add(cause);
  }

  /** The database that the pacer is attached to is open. */
  void opened(RocksDB db) {
    events.opened(db);
  }

  /** The name of the database. */
  String name() {
    return name;
  }

  /** The current state of the pacer. */
  public PacingState state() {
    return PacingState.of(pacer.state(), events.stalls());
  }

  /**
   * The number of database events lost to an exception from the pacer or from its listener; 1 if
   * the pacer cannot {@link #canReceiveEvents} any event.
   */
  public long faults() {
    return faults.count();
  }

  /**
   * Ends pacing: writes that wait or call the pacer later get a {@link ClosedException}. Close the
   * pacer before the database, or its {@link PacedWrites}, which close it.
   */
  @Override
  public void close() {
    pacer.close();
    events.close();
  }

  private static long nanos(Duration wait) {
    return wait.compareTo(LONGEST) < 0 ? wait.toNanos() : Long.MAX_VALUE;
  }

  private void look() {
    events.look();
  }

  private void requireOpen() {
    if (pacer.isClosed()) {
      throw new ClosedException("The pacer '%s' is closed: do not make the write.".formatted(name));
    }
  }

  private static void requireSize(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes must be 0 or more: " + bytes);
    }
  }
}
