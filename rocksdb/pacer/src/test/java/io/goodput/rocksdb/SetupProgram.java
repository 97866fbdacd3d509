package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.RateLimiter;
import org.rocksdb.RateLimiterMode;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/**
 * Four threads write to a database on a disk that takes 24 MB a second, and the program prints how
 * many bytes they wrote in a time, and the longest write in microseconds. Then it waits until it is
 * killed: writes may be stopped for ever, and a process that ends with an open database may hang.
 *
 * <p>Arguments: a {@link Setup}, {@code stock} or {@code paced}, a folder, and seconds, of which
 * the first does not count.
 */
final class SetupProgram {

  private static final int MEGABYTE = 1 << 20;
  private static final int VALUE_BYTES = 4_096;
  private static final int THREADS = 4;
  private static final long MEMTABLE = 4L * MEGABYTE;
  private static final long MANAGER = 48L * MEGABYTE;
  static final long DISK = 24L * MEGABYTE;

  private final Setup setup;
  private final Path folder;
  private final @Nullable DbPacer pacer;
  private final @Nullable DiskPacer pacers;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong longest = new AtomicLong();

  private SetupProgram(Setup setup, boolean paced, Path folder) {
    this.setup = setup;
    this.folder = folder;
    this.pacers =
        setup.manager() == Setup.Manager.NONE
            ? DiskPacer.create(PacingOptions.defaults())
            : DiskPacer.withWriteBufferManager(MANAGER, PacingOptions.defaults());
    this.pacer = paced ? pacers.add("db") : null;
  }

  public static void main(String[] arguments) throws Exception {
    RocksDB.loadLibrary();
    SetupProgram program =
        new SetupProgram(
            Setup.parse(arguments[0]), arguments[1].equals("paced"), Path.of(arguments[2]));
    System.out.println(program.run(Integer.parseInt(arguments[3])));
    Thread.currentThread().join();
  }

  private String run(int seconds) throws Exception {
    Options options = options();
    RocksDB db = RocksDB.open(options, folder.toString());
    List<ColumnFamilyHandle> families = new ArrayList<>(List.of(db.getDefaultColumnFamily()));
    while (families.size() < setup.families()) {
      families.add(
          db.createColumnFamily(
              new ColumnFamilyDescriptor(
                  ("family" + families.size()).getBytes(UTF_8), new ColumnFamilyOptions(options))));
    }
    for (int thread = 0; thread < THREADS; thread++) {
      long seed = thread;
      Thread writer = new Thread(() -> write(db, families, new Random(seed)));
      writer.setDaemon(true);
      writer.start();
    }
    meanwhile(db, families, 1);
    long before = written.get();
    meanwhile(db, families, seconds - 1);
    return (written.get() - before) + " " + longest.get();
  }

  private Options options() {
    Options options =
        new Options()
            .setCreateIfMissing(true)
            .setMaxBackgroundJobs(4)
            .setRateLimiter(new RateLimiter(DISK, 10_000, 10, RateLimiterMode.WRITES_ONLY, false));
    if (pacer == null) {
      options.setWriteBufferSize(MEMTABLE).setMaxWriteBufferNumber(Math.max(2, setup.merge() + 1));
    } else {
      RecommendedOptions.applyToFamily(options, MEMTABLE);
      pacer.attachTo(options);
    }
    options
        .setMinWriteBufferNumberToMerge(setup.merge())
        .setAtomicFlush(setup.atomicFlush())
        .setEnablePipelinedWrite(setup.writes() == Setup.Writes.PIPELINED)
        .setUnorderedWrite(setup.writes() == Setup.Writes.UNORDERED)
        .setCompactionStyle(CompactionStyle.valueOf(setup.style().name()));
    if (setup.log() == Setup.Log.SMALL) {
      options.setMaxTotalWalSize(16L * MEGABYTE);
    }
    if (setup.manager() != Setup.Manager.NONE) {
      options.setWriteBufferManager(
          new WriteBufferManager(
              MANAGER, new LRUCache(MEGABYTE), setup.manager() == Setup.Manager.STALLS));
    }
    return options;
  }

  private void write(RocksDB db, List<ColumnFamilyHandle> families, Random random) {
    PacedWrites paced = pacer == null ? null : new PacedWrites(db, pacer);
    byte[] value = new byte[VALUE_BYTES];
    try (WriteOptions options =
        new WriteOptions()
            .setDisableWAL(setup.log() == Setup.Log.NONE)
            .setNoSlowdown(!setup.slowsDown())) {
      while (true) {
        byte[] key = ByteBuffer.allocate(8).putLong(random.nextLong()).array();
        random.nextBytes(value);
        ColumnFamilyHandle family = families.get(random.nextInt(families.size()));
        long begun = System.nanoTime();
        if (isWritten(db, paced, family, options, key, value)) {
          long micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begun);
          longest.accumulateAndGet(micros, Math::max);
          written.addAndGet(VALUE_BYTES);
        }
      }
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether RocksDB took the write: one that may not slow down fails while it stops writes. */
  private boolean isWritten(
      RocksDB db,
      @Nullable PacedWrites paced,
      ColumnFamilyHandle family,
      WriteOptions options,
      byte[] key,
      byte[] value)
      throws RocksDBException {
    try {
      if (paced == null) {
        db.put(family, options, key, value);
      } else {
        paced.put(family, options, key, value);
      }
      return true;
    } catch (RocksDBException e) {
      if (setup.slowsDown()) {
        throw e;
      }
      Thread.onSpinWait();
      return false;
    }
  }

  private void meanwhile(RocksDB db, List<ColumnFamilyHandle> families, int seconds)
      throws Exception {
    for (int half = 0; half < 2 * seconds; half++) {
      long begun = System.nanoTime();
      ColumnFamilyHandle family = families.get(half % families.size());
      switch (setup.meanwhile()) {
        case NOTHING -> {}
        case SET_OPTIONS ->
            db.setOptions(
                family,
                MutableColumnFamilyOptions.builder()
                    .setWriteBufferSize(half % 4 < 2 ? MEMTABLE / 2 : MEMTABLE)
                    .build());
        case MANUAL_FLUSH -> flush(db, family);
        case MANUAL_COMPACTION -> background(() -> db.compactRange(family));
      }
      TimeUnit.NANOSECONDS.sleep(TimeUnit.MILLISECONDS.toNanos(500) - (System.nanoTime() - begun));
    }
  }

  private static void flush(RocksDB db, ColumnFamilyHandle family) {
    try (FlushOptions flush = new FlushOptions().setWaitForFlush(false).setAllowWriteStall(true)) {
      db.flush(flush, family);
    } catch (RocksDBException e) {
      // RocksDB flushes nothing more while it stops writes.
    }
  }

  private static void background(Compaction compaction) {
    Thread thread =
        new Thread(
            () -> {
              try {
                compaction.run();
              } catch (RocksDBException e) {
                throw new IllegalStateException(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  /** A manual compaction, which takes a while. */
  @FunctionalInterface
  private interface Compaction {
    void run() throws RocksDBException;
  }
}
