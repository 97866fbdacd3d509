package io.goodput.rocksdb;

import io.goodput.core.pacing.SharedMemory;
import io.goodput.core.time.TimeSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Creates the pacers of databases that share a disk, and possibly a {@code WriteBufferManager}.
 * Each database is paced by its own flushes, which the other databases slow down. One busy database
 * therefore does not delay the others. Pacers share only the manager's memory.
 *
 * <p>Thread-safe. Close it before the databases.
 */
public final class DiskPacer implements AutoCloseable {

  private final PacingOptions options;
  private final SharedMemory memory;
  private final List<DbPacer> pacers = new CopyOnWriteArrayList<>();

  private DiskPacer(PacingOptions options, SharedMemory memory) {
    this.options = options;
    this.memory = memory;
  }

  /** For databases that do not share memory. */
  public static DiskPacer create(PacingOptions options) {
    return new DiskPacer(options, SharedMemory.UNBOUNDED);
  }

  /**
   * For databases that share a {@code WriteBufferManager}.
   *
   * @param managerBytes size of the manager, which RocksJava does not report; more than 0
   */
  public static DiskPacer withWriteBufferManager(long managerBytes, PacingOptions options) {
    return new DiskPacer(options, new SharedMemory(managerBytes, TimeSource.system()));
  }

  /**
   * Creates the pacer of one more database. You may close it early; otherwise this object closes
   * it.
   *
   * @param name of the database, for messages and for the listener
   */
  public DbPacer add(String name) {
    DbPacer pacer = new DbPacer(name, options, memory);
    pacers.add(pacer);
    return pacer;
  }

  @Override
  public void close() {
    pacers.forEach(DbPacer::close);
  }
}
