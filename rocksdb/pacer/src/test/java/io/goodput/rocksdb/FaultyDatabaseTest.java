package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_COMPACTION_BEGIN;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_FLUSH_BEGIN;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionJobInfo;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteOptions;

/** Databases that lose a column family, their disk, or the pacer: nothing is worse than without. */
@Timeout(60)
class FaultyDatabaseTest {

  private static final long MEGABYTE_IN_KB = 1_024;

  private static final byte[] KEY = "key".getBytes(UTF_8);

  static {
    RocksDB.loadLibrary();
  }

  @TempDir private Path folder;

  private final DbPacer pacer = DbPacer.create("db");
  private final Options options = pacer.attachTo(new Options().setCreateIfMissing(true));
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    threads.shutdownNow();
    options.close();
    pacer.close();
  }

  @Test
  void droppedColumnFamilyWithASealedMemtable_doesNotSlowWrites() throws Exception {
    try (Blockade flushes = new Blockade(ON_FLUSH_BEGIN).behindOthersOf(options);
        RocksDB db = RocksDB.open(options, folder.toString());
        ColumnFamilyOptions familyOptions = new ColumnFamilyOptions(options)) {
      try (ColumnFamilyHandle other =
          db.createColumnFamily(
              new ColumnFamilyDescriptor("other".getBytes(UTF_8), familyOptions))) {
        seal(db, other);
        await().until(() -> flushes.held() == 1);
        assertThat(pacer.state().headroomBytes()).isFinite();
        db.dropColumnFamily(other);
      }
      flushes.lift();

      await().until(() -> Double.isInfinite(pacer.state().headroomBytes()));
    }
  }

  /** RocksJava does not report the failure: its reason has no constant there. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void flushThatFails_waitingWritesContinue_andTheDatabaseRejectsThem(boolean log)
      throws Exception {
    Path database = Files.createDirectory(folder.resolve("db"));
    try (Blockade flushes = new Blockade(ON_FLUSH_BEGIN).behindOthersOf(options);
        WriteOptions writing = new WriteOptions().setDisableWAL(!log);
        RocksDB db = RocksDB.open(options, database.toString())) {
      db.put(writing, KEY, new byte[100]);
      seal(db, db.getDefaultColumnFamily());
      await().until(() -> flushes.held() == 1);
      pacer.pace(1L << 40);
      Future<?> waiting = threads.submit(() -> pacer.paceUninterruptibly(100));
      assertThat(waiting).isNotDone();

      Files.move(database, folder.resolve("gone"));
      flushes.lift();

      waiting.get(10, TimeUnit.SECONDS);
      assertThatThrownBy(
              () -> {
                while (true) {
                  pacer.pace(100);
                  db.put(writing, KEY, new byte[100]);
                }
              })
          .isInstanceOf(RocksDBException.class);
      Files.move(folder.resolve("gone"), database);
    }
  }

  @Test
  void compactionThatFails_writesDoNotWait() throws Exception {
    Path database = Files.createDirectory(folder.resolve("db"));
    try (DbPacer strict = DbPacer.create("db", PacingOptions.defaults().maxLevelZeroFiles(4));
        Options failing = strict.attachTo(new Options().setCreateIfMissing(true));
        Blockade compactions = new Blockade(ON_COMPACTION_BEGIN).behindOthersOf(failing);
        RocksDB db = RocksDB.open(failing, database.toString());
        FlushOptions flush = new FlushOptions()) {
      for (int file = 0; file < 4; file++) {
        db.put(KEY, new byte[100]);
        db.flush(flush);
      }
      await().until(() -> compactions.held() == 1);
      assertThat(strict.state().bytesPerSecond()).isFinite();
      Files.move(database, folder.resolve("gone"));
      compactions.lift();

      await().until(() -> Double.isInfinite(strict.state().bytesPerSecond()));
      Files.move(folder.resolve("gone"), database);
    }
  }

  @Test
  void databaseThatFlushesAgainAfterAFailure_isPacedAgain() throws Exception {
    // A sealed memtable waits for a second one before both are flushed.
    options
        .setWriteBufferSize(64 << 10)
        .setMaxWriteBufferNumber(4)
        .setMinWriteBufferNumberToMerge(2);
    AbstractEventListener events = options.listeners().get(0);
    try (RocksDB db = RocksDB.open(options, folder.toString());
        FlushOptions flush = new FlushOptions()) {
      events.onBackgroundError(
          BackgroundErrorReason.COMPACTION,
          new Status(Status.Code.IOError, Status.SubCode.NoSpace, "full"));
      fillAMemtable(db);
      assertThat(pacer.state().headroomBytes()).isInfinite();
      db.flush(flush);
      fillAMemtable(db);

      assertThat(pacer.state().headroomBytes()).isFinite();
    }
  }

  @Test
  void writerThatDoesNotAskThePacer_isDelayedByRocksDb_beforeLevelZeroIsUnbounded()
      throws Exception {
    try (SlowDisk disk = new SlowDisk();
        DbPacer unasked = DbPacer.create("db");
        Options recommended =
            unasked.attachTo(RecommendedOptions.applyToFamily(disk.options(), SlowDisk.MEGABYTE));
        Blockade compactions = new Blockade(ON_COMPACTION_BEGIN).behindOthersOf(recommended);
        RocksDB db = RocksDB.open(recommended, folder.toString());
        FlushOptions flush = new FlushOptions().setAllowWriteStall(true)) {
      for (int file = 0; file < 300 && disk.stalls() == 0; file++) {
        db.put(KEY, new byte[100]);
        db.flush(flush);
      }
      assertThat(disk.stalls()).isPositive();
      compactions.lift();
    }
  }

  /** The memory of the process grows until the Java heap has its size. */
  @Test
  void compactions_leaveNoNativeMemory() throws Exception {
    AbstractEventListener events = options.listeners().get(0);
    long leastGrowth = Long.MAX_VALUE;
    try (RocksDB db = RocksDB.open(options, folder.toString());
        CompactionJobInfo compaction = new CompactionJobInfo()) {
      for (int window = 0; window < 20 && leastGrowth >= MEGABYTE_IN_KB; window++) {
        long before = residentKilobytes();
        for (int time = 0; time < 50_000; time++) {
          events.onCompactionCompleted(db, compaction);
        }
        leastGrowth = Math.min(leastGrowth, residentKilobytes() - before);
      }
    }
    assertThat(leastGrowth).isLessThan(MEGABYTE_IN_KB);
    assertThat(pacer.faults()).isZero();
  }

  private static long residentKilobytes() throws Exception {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  private void fillAMemtable(RocksDB db) throws Exception {
    for (int write = 0; write < 80; write++) {
      pacer.pace(1_000);
      db.put(new byte[] {(byte) write}, new byte[1_000]);
    }
  }

  /** Fills a memtable and has it flushed. */
  private void seal(RocksDB db, ColumnFamilyHandle family) throws Exception {
    try (FlushOptions flush = new FlushOptions().setWaitForFlush(false)) {
      pacer.pace(1_000);
      db.put(family, KEY, new byte[1_000]);
      db.flush(flush, family);
    }
  }
}
