package io.goodput.rocksdb;

import io.goodput.core.pacing.SharedMemory;
import io.goodput.core.pacing.WritePacer;
import io.goodput.core.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.DBOptionsInterface;

/**
 * Paces the writes of one RocksDB database, across all its column families, so that RocksDB never
 * stalls or stops them.
 *
 * <pre>
 * try (DbPacer pacer = DbPacer.create("orders");
 *     Options options = pacer.attachTo(RecommendedOptions.applyTo(new Options()));
 *     RocksDB db = RocksDB.open(options, path)) {
 *   pacer.pace(key.length + value.length);
 *   db.put(key, value);
 * }
 * </pre>
 *
 * <p>Thread-safe. Close it after the database; a closed pacer delays nothing. It holds one native
 * object, an event listener, which RocksDB shares.
 */
public final class DbPacer implements AutoCloseable {

  private final String name;
  private final WritePacer pacer;
  private final DatabaseEvents events;
  private final AtomicBoolean attached = new AtomicBoolean();

  DbPacer(String name, PacingOptions options, SharedMemory memory) {
    this.name = name;
    this.pacer = new WritePacer(options.settings(), memory, TimeSource.system());
    this.events =
        new DatabaseEvents(pacer, () -> options.listener().changed(this.name, this.state()));
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
   * Adds the pacer's event listener to the listeners that the options already have. Set your own
   * listeners before this call, and close them after the database.
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
    listeners.add(events);
    options.setListeners(listeners);
    return options;
  }

  /**
   * Waits until a write may be made. Most writes do not wait.
   *
   * @param bytes size of the keys and values; zero or more
   * @throws InterruptedException if the thread is interrupted while it waits; the write then does
   *     not count
   */
  public void pace(long bytes) throws InterruptedException {
    pacer.pace(bytes);
  }

  /**
   * Like {@link #pace}, but keeps waiting when the thread is interrupted, and preserves the
   * interrupt.
   */
  public void paceUninterruptibly(long bytes) {
    pacer.paceUninterruptibly(bytes);
  }

  /**
   * Waits until a write may be made, unless that takes longer than a timeout.
   *
   * @param bytes size of the keys and values; zero or more
   * @param timeout longest wait
   * @return whether the write may be made; if not, the method returns at once
   * @throws InterruptedException if the thread is interrupted while it waits; the write then does
   *     not count
   */
  public boolean tryPace(long bytes, Duration timeout) throws InterruptedException {
    return pacer.tryPace(bytes, timeout.toNanos());
  }

  /** The current state of the pacer. */
  public PacingState state() {
    return PacingState.of(pacer.state());
  }

  /** The number of database events lost to an exception from the pacer or from its listener. */
  public long faults() {
    return events.faults();
  }

  @Override
  public void close() {
    pacer.close();
    events.close();
  }
}
