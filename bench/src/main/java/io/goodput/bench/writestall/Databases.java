package io.goodput.bench.writestall;

import io.goodput.bench.BenchException;
import io.goodput.rocksdb.DbPacer;
import io.goodput.rocksdb.RecommendedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.CompressionType;
import org.rocksdb.Env;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.Priority;
import org.rocksdb.RateLimiter;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;
import org.rocksdb.WriteStallCondition;
import org.rocksdb.WriteStallInfo;

/** Databases of their own for one run of a case, in a temporary folder that goes with them. */
final class Databases implements AutoCloseable {

  private static final int MEGABYTE = 1 << 20;

  /** As much memory in two memtables, or in four. */
  private static final long STOCK_MEMTABLE = 16L * MEGABYTE;

  private static final long PACED_MEMTABLE = 8L * MEGABYTE;

  private final Path folder;
  private final List<AutoCloseable> toClose = new ArrayList<>();
  private final List<RocksDB> databases = new ArrayList<>();
  private final List<DbPacer> pacers = new ArrayList<>();
  private final LongAdder stops = new LongAdder();
  private final LongAdder delays = new LongAdder();
  private final WriteOptions writing = new WriteOptions();
  private final @Nullable RateLimiter limiter;

  static {
    RocksDB.loadLibrary();
  }

  private Databases(Path folder, WriteCase what) {
    this.folder = folder;
    this.limiter = what.disk().limiter((long) what.diskMegabytes() * MEGABYTE);
    // The limiter is to be the only disk; a log would go to the machine's own.
    writing.setDisableWAL(true);
  }

  /** Opens them, empty. */
  static Databases open(Path parent, Design design, WriteCase what) {
    Path folder;
    try {
      folder = Files.createTempDirectory(parent, "write-stall");
    } catch (IOException e) {
      throw new BenchException(
          "Cannot make a folder in %s: %s.".formatted(parent, e.getMessage()), e);
    }
    Databases opened = new Databases(folder, what);
    try {
      Env env = Env.getDefault();
      // They belong to the process: a run is not to have those of the one before.
      env.setBackgroundThreads(design == Design.STOCK ? 1 : what.databases(), Priority.HIGH);
      env.setBackgroundThreads(1, Priority.LOW);
      for (int number = 0; number < what.databases(); number++) {
        opened.openOne(number, design, what);
      }
      return opened;
    } catch (RocksDBException e) {
      opened.close();
      throw new BenchException("Cannot open a database: " + e.getMessage() + ".", e);
    }
  }

  private void openOne(int number, Design design, WriteCase what) throws RocksDBException {
    Stalls listener = new Stalls();
    toClose.add(listener);
    Options options = new Options().setCreateIfMissing(true).setListeners(List.of(listener));
    toClose.add(options);
    options
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setBlobCompressionType(CompressionType.LZ4_COMPRESSION)
        .setEnableBlobFiles(what.valuesApart());
    if (limiter != null) {
      options.setRateLimiter(limiter);
    }
    if (design == Design.STOCK || design == Design.TUNED) {
      options.setWriteBufferSize(STOCK_MEMTABLE).setMaxWriteBufferNumber(2);
    } else {
      RecommendedOptions.applyToFamily(options, PACED_MEMTABLE);
    }
    if (design == Design.PACED) {
      DbPacer pacer = DbPacer.create("db" + number);
      toClose.add(pacer);
      pacer.attachTo(options);
      pacers.add(pacer);
    }
    DelayedWriteRate rule = null;
    if (design == Design.SEED_RULE) {
      options.setMaxWriteBufferNumber(4);
      rule = new DelayedWriteRate(PACED_MEMTABLE);
      toClose.add(rule);
      rule.attachTo(options);
    }
    RocksDB db = RocksDB.open(options, folder.resolve("db" + number).toString());
    toClose.add(db);
    databases.add(db);
    if (rule != null) {
      toClose.add(rule.control(db));
    }
  }

  /** Writes as an application would: paced, if that is the design. */
  void put(int database, byte[] key, byte[] value) throws RocksDBException {
    if (!pacers.isEmpty()) {
      pacers.get(database).paceUninterruptibly(key.length + value.length);
    }
    databases.get(database).put(writing, key, value);
  }

  /** Waits until all that was written is on disk. */
  void flush() {
    try (FlushOptions flushing = new FlushOptions().setWaitForFlush(true)) {
      for (RocksDB db : databases) {
        db.flush(flushing);
      }
    } catch (RocksDBException e) {
      throw new BenchException("A flush failed: " + e.getMessage() + ".", e);
    }
  }

  int count() {
    return databases.size();
  }

  /** How often RocksDB has stopped writes until now. */
  long stops() {
    return stops.sum();
  }

  /** How often RocksDB has begun to delay writes until now. */
  long delays() {
    return delays.sum();
  }

  void diskTakes(double megabytesPerSecond) {
    if (limiter != null) {
      limiter.setBytesPerSecond((long) (megabytesPerSecond * MEGABYTE));
    }
  }

  @Override
  public void close() {
    // Nobody will miss what is not flushed.
    for (int i = toClose.size() - 1; i >= 0; i--) {
      try {
        toClose.get(i).close();
      } catch (Exception e) {
        throw new BenchException("Cannot close a database: " + e.getMessage() + ".", e);
      }
    }
    if (limiter != null) {
      limiter.close();
    }
    writing.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new BenchException("Cannot remove " + folder + ": " + e.getMessage() + ".", e);
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
