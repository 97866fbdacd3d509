package io.goodput.rocksdb;

import io.goodput.core.pacing.PaceSettings;
import io.goodput.core.pacing.SharedMemory;
import io.goodput.core.time.TimeSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The pacers of databases that share a disk, and perhaps a {@code WriteBufferManager}. Each
 * database is paced by its own flushes, which the others slow down, so that a hot one does not
 * delay the rest; what they share is the memory of the manager.
 *
 * <p>Thread-safe. Close it after the databases.
 */
public final class DiskPacer implements AutoCloseable {

  private final PaceSettings settings;
  private final PacingListener listener;
  private final SharedMemory memory;
  private final List<DbPacer> pacers = new CopyOnWriteArrayList<>();

  /** For databases with memory of their own. */
  public DiskPacer(PaceSettings settings, PacingListener listener) {
    this(settings, listener, SharedMemory.UNBOUNDED);
  }

  /**
   * For databases that share a {@code WriteBufferManager}.
   *
   * @param managedBytes the manager's size, which RocksJava does not tell; more than 0
   */
  public DiskPacer(PaceSettings settings, PacingListener listener, long managedBytes) {
    this(settings, listener, new SharedMemory(managedBytes, TimeSource.system()));
  }

  private DiskPacer(PaceSettings settings, PacingListener listener, SharedMemory memory) {
    this.settings = settings;
    this.listener = listener;
    this.memory = memory;
  }

  /** The pacer of one more database; it is closed with this object, or before. */
  public DbPacer add(String name) {
    DbPacer pacer = new DbPacer(name, settings, listener, memory);
    pacers.add(pacer);
    return pacer;
  }

  @Override
  public void close() {
    pacers.forEach(DbPacer::close);
  }
}
