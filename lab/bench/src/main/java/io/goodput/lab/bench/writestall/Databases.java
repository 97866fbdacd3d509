package io.goodput.lab.bench.writestall;

import io.goodput.cli.CommandException;
import io.goodput.lab.bench.writestall.WriteCase.Disk;
import io.goodput.lab.bench.writestall.WriteStall.Design;
import io.goodput.lab.nodes.TemporaryFolder;
import io.goodput.rocksdb.DbPacer;
import io.goodput.rocksdb.RecommendedOptions;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.CompressionType;
import org.rocksdb.Env;
import org.rocksdb.Options;
import org.rocksdb.Priority;
import org.rocksdb.RateLimiter;
import org.rocksdb.RateLimiterMode;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;
import org.rocksdb.WriteStallCondition;
import org.rocksdb.WriteStallInfo;

/** The databases of one run, in a temporary folder. */
final class Databases implements AutoCloseable {

  private static final int MEGABYTE = 1 << 20;

  static final int STOCK_MEMTABLES = 2;

  /** As much memory as that of the other designs. */
  static final int STOCK_MEMTABLE_MEGABYTES = 16;

  static final int PACED_MEMTABLES = 4;
  static final int PACED_MEMTABLE_MEGABYTES = 8;

  /** RocksDB delays writes to the rate of its limiter, which tunes itself below this one. */
  private static final long TUNED_BYTES_PER_SECOND = 7L << 30;

  private static final long PACED_MEMTABLE = (long) PACED_MEMTABLE_MEGABYTES * MEGABYTE;

  private final Path folder;
  private final Deque<AutoCloseable> resources = new ArrayDeque<>();
  final List<RocksDB> databases = new ArrayList<>();
  private final List<DbPacer> pacers = new ArrayList<>();
  final LongAdder stops = new LongAdder();
  final LongAdder delays = new LongAdder();
  private final WriteOptions writing;
  private final @Nullable RateLimiter limiter;
  private final boolean isEmulated;

  static {
    RocksDB.loadLibrary();
  }

  private Databases(Path parent, Design design, WriteCase what) {
    this.folder = opened(TemporaryFolder.in(parent, "write-stall")).path();
    this.writing = opened(new WriteOptions());
    if (what.disk() == Disk.SYNCED) {
      writing.setSync(true);
    } else {
      // A log would bypass the limiter and use the machine's own disk.
      writing.setDisableWAL(true);
    }
    this.limiter = limiter(design, what);
    this.isEmulated = what.disk().isEmulated();
  }

  private @Nullable RateLimiter limiter(Design design, WriteCase what) {
    if (what.disk().isEmulated()) {
      return opened(
          new RateLimiter(
              (long) what.diskMegabytes() * MEGABYTE,
              TimeUnit.MILLISECONDS.toMicros(what.disk().refillMillis),
              RateLimiter.DEFAULT_FAIRNESS,
              RateLimiterMode.WRITES_ONLY,
              false));
    }
    return design == Design.TUNED
        ? opened(
            new RateLimiter(
                TUNED_BYTES_PER_SECOND,
                RateLimiter.DEFAULT_REFILL_PERIOD_MICROS,
                RateLimiter.DEFAULT_FAIRNESS,
                RateLimiterMode.WRITES_ONLY,
                true))
        : null;
  }

  static Databases open(Path parent, Design design, WriteCase what) throws RocksDBException {
    Databases opened = new Databases(parent, design, what);
    try {
      Env env = Env.getDefault();
      // The pools belong to the process, so each run sets their sizes.
      env.setBackgroundThreads(design.hasOneFlushThread() ? 1 : what.databases(), Priority.HIGH);
      env.setBackgroundThreads(1, Priority.LOW);
      for (int number = 0; number < what.databases(); number++) {
        opened.openOne("db" + number, design, what);
      }
      return opened;
    } catch (RocksDBException e) {
      opened.close();
      throw e;
    }
  }

  /** The version of RocksDB, unless this process runs a fork. */
  static String version() {
    return RocksDB.rocksdbVersion().toString();
  }

  private void openOne(String name, Design design, WriteCase what) throws RocksDBException {
    Stalls stalls = opened(new Stalls());
    Options options =
        opened(new Options())
            .setCreateIfMissing(true)
            .setListeners(List.of(stalls))
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setBlobCompressionType(CompressionType.LZ4_COMPRESSION)
            .setEnableBlobFiles(what.blobs());
    if (limiter != null) {
      options.setRateLimiter(limiter);
    }
    switch (design) {
      case STOCK, OLD_STOCK, TUNED ->
          open(
              name,
              options
                  .setWriteBufferSize((long) STOCK_MEMTABLE_MEGABYTES * MEGABYTE)
                  .setMaxWriteBufferNumber(STOCK_MEMTABLES));
      case UNPACED, SPEEDB ->
          open(
              name,
              RecommendedOptions.applyToFamily(options, PACED_MEMTABLE)
                  .setMaxWriteBufferNumber(PACED_MEMTABLES));
      case GOODPUT -> {
        DbPacer pacer = DbPacer.create(name);
        open(name, pacer.attachTo(RecommendedOptions.applyToFamily(options, PACED_MEMTABLE)));
        pacers.add(opened(pacer));
      }
      case SEED_RULE -> {
        RecommendedOptions.applyToFamily(options, PACED_MEMTABLE)
            .setMaxWriteBufferNumber(PACED_MEMTABLES);
        DelayedWriteRate rule = opened(new DelayedWriteRate(PACED_MEMTABLE));
        opened(rule.control(open(name, options.setListeners(List.of(stalls, rule)))));
      }
    }
  }

  private RocksDB open(String name, Options options) throws RocksDBException {
    RocksDB db = opened(RocksDB.open(options, folder.resolve(name).toString()));
    databases.add(db);
    return db;
  }

  private <T extends AutoCloseable> T opened(T resource) {
    resources.push(resource);
    return resource;
  }

  /** Writes like an application; a paced one asks its pacer first. */
  void put(int database, byte[] key, byte[] value) throws RocksDBException {
    if (!pacers.isEmpty()) {
      pacers.get(database).paceUninterruptibly(key.length + value.length);
    }
    databases.get(database).put(writing, key, value);
  }

  byte @Nullable [] get(int database, byte[] key) throws RocksDBException {
    return databases.get(database).get(key);
  }

  /** Bytes that flushes and compactions have written so far; 0 if the disk is not emulated. */
  long written() {
    return limiter == null || !isEmulated ? 0 : limiter.getTotalBytesThrough();
  }

  /** Bytes of all files. RocksDB may delete some meanwhile. */
  long space() {
    LongAdder bytes = new LongAdder();
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              bytes.add(attributes.size());
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException deleted) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new CommandException("Cannot read %s: %s.".formatted(folder, e.getMessage()), e);
    }
    return bytes.sum();
  }

  @Override
  public void close() {
    try {
      for (AutoCloseable resource : resources) {
        resource.close();
      }
    } catch (CommandException e) {
      throw e;
    } catch (Exception e) {
      throw new CommandException("Cannot close a database: " + e.getMessage() + ".", e);
    }
  }

  private final class Stalls extends AbstractEventListener {

    Stalls() {
      super(EnabledEventCallback.ON_STALL_CONDITIONS_CHANGED);
    }

    @Override
    public void onStallConditionsChanged(WriteStallInfo stall) {
      if (stall.getCurrentCondition() == WriteStallCondition.STOPPED) {
        stops.increment();
      } else if (stall.getCurrentCondition() == WriteStallCondition.DELAYED) {
        delays.increment();
      }
    }
  }
}
