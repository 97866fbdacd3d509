package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/** Real databases that receive writes faster than their disk can take them. */
class PacedDatabaseTest {

  private static final int VALUE_BYTES = 4_096;

  /** RocksDB allocates memory in blocks, before it writes to them. */
  private static final int ARENA_BLOCK = 64 << 10;

  @TempDir private Path folder;

  private final Random random = new Random(20261122);

  @Test
  void withoutAPacer_RocksDBStopsWrites() throws Exception {
    try (SlowDisk disk = new SlowDisk();
        Options options = disk.options();
        RocksDB db = RocksDB.open(options, folder.toString())) {
      for (int write = 0; disk.stalls() == 0; write++) {
        put(db, write);
      }
      assertThat(disk.stalls()).isPositive();
    }
  }

  @Test
  void withAPacer_RocksDBNeitherStopsNorDelaysWrites() throws Exception {
    try (SlowDisk disk = new SlowDisk();
        DbPacer pacer = DbPacer.create("paced");
        Options options = disk.options()) {
      RecommendedOptions.applyToFamily(options, SlowDisk.MEGABYTE);
      pacer.attachTo(options);
      try (RocksDB db = RocksDB.open(options, folder.toString())) {
        // More than four times the memory.
        for (int write = 0; write < 24 * SlowDisk.MEGABYTE / VALUE_BYTES; write++) {
          pacer.pace(VALUE_BYTES);
          put(db, write);
        }
      }
      assertThat(disk.stalls()).isZero();
      assertThat(pacer.state().delayedWrites()).isPositive();
      assertThat(pacer.faults()).isZero();
    }
  }

  /** Sealed memtables of one family limit writes to all, because RocksDB stops all families. */
  @Test
  void withAPacer_andSeveralColumnFamilies_RocksDBNeitherStopsNorDelaysWrites() throws Exception {
    try (SlowDisk disk = new SlowDisk();
        DbPacer pacer = DbPacer.create("families");
        Options options = disk.options()) {
      RecommendedOptions.applyToFamily(options, SlowDisk.MEGABYTE);
      pacer.attachTo(options);
      try (RocksDB db = RocksDB.open(options, folder.toString());
          ColumnFamilyOptions familyOptions = new ColumnFamilyOptions(options);
          ColumnFamilyHandle other =
              db.createColumnFamily(
                  new ColumnFamilyDescriptor("other".getBytes(UTF_8), familyOptions))) {
        for (int write = 0; write < 24 * SlowDisk.MEGABYTE / VALUE_BYTES; write++) {
          pacer.pace(VALUE_BYTES);
          if (write % 4 == 0) {
            db.put(key(write), value());
          } else {
            db.put(other, key(write), value());
          }
        }
      }
      assertThat(disk.stalls()).isZero();
    }
  }

  /**
   * An atomic flush seals the memtables of all families, however little is in them. Two may fill up
   * before the first flush tells how fast the disk is.
   */
  @Test
  void withAPacer_andAtomicFlushOfAFamilyWithTwoMemtables_RocksDBStopsWritesOnceAtMost()
      throws Exception {
    try (SlowDisk disk = new SlowDisk();
        DbPacer pacer = DbPacer.create("families");
        Options options = disk.options().setAtomicFlush(true);
        ColumnFamilyOptions few = new ColumnFamilyOptions()) {
      RecommendedOptions.applyToFamily(options, SlowDisk.MEGABYTE);
      pacer.attachTo(options);
      try (RocksDB db = RocksDB.open(options, folder.toString());
          ColumnFamilyHandle offsets =
              db.createColumnFamily(new ColumnFamilyDescriptor("offsets".getBytes(UTF_8), few))) {
        for (int write = 0; write < 24 * SlowDisk.MEGABYTE / VALUE_BYTES; write++) {
          pacer.pace(VALUE_BYTES);
          put(db, write);
          if (write % 16 == 0) {
            pacer.pace(Long.BYTES);
            db.put(offsets, key(0), key(write));
          }
        }
      }
      assertThat(disk.stalls()).isLessThanOrEqualTo(1);
      assertThat(pacer.faults()).isZero();
    }
  }

  @Test
  void withAPacer_andTwoMemtables_RocksDBStopsWritesOnceAtMost() throws Exception {
    try (SlowDisk disk = new SlowDisk();
        DbPacer pacer = DbPacer.create("few");
        Options options = disk.options().setLevel0SlowdownWritesTrigger(100)) {
      pacer.attachTo(options.setLevel0StopWritesTrigger(200));
      try (RocksDB db = RocksDB.open(options, folder.toString())) {
        for (int write = 0; write < 24 * SlowDisk.MEGABYTE / VALUE_BYTES; write++) {
          pacer.pace(VALUE_BYTES);
          put(db, write);
        }
      }
      assertThat(disk.stalls()).isLessThanOrEqualTo(1);
      assertThat(pacer.state().delayedWrites()).isPositive();
    }
  }

  @Test
  void sharedWriteBufferManager_isExceededByAtMostATenth() throws Exception {
    long managed = 16L * SlowDisk.MEGABYTE;
    long most = 0;
    try (SlowDisk disk = new SlowDisk();
        LRUCache cache = new LRUCache(SlowDisk.MEGABYTE);
        WriteBufferManager manager = new WriteBufferManager(managed, cache, false);
        DiskPacer pacers = DiskPacer.withWriteBufferManager(managed, PacingOptions.defaults());
        Options first = shared(disk, manager);
        Options second = shared(disk, manager);
        DbPacer firstPacer = pacers.add("first");
        DbPacer secondPacer = pacers.add("second")) {
      firstPacer.attachTo(first);
      secondPacer.attachTo(second);
      try (RocksDB a = RocksDB.open(first, folder.resolve("a").toString());
          RocksDB b = RocksDB.open(second, folder.resolve("b").toString())) {
        for (int write = 0; write < 40 * SlowDisk.MEGABYTE / VALUE_BYTES; write++) {
          boolean toFirst = write % 2 == 0;
          (toFirst ? firstPacer : secondPacer).pace(VALUE_BYTES);
          put(toFirst ? a : b, write);
          if (write % 64 == 0) {
            most = Math.max(most, memory(a) + memory(b));
          }
        }
      }
    }
    assertThat(most).isBetween(managed / 2, managed + managed / 10);
  }

  @Test
  void closed_leavesNothingBehind() throws Exception {
    List<WeakReference<DbPacer>> pacers = new ArrayList<>();
    for (int round = 0; round < 5; round++) {
      pacers.add(new WeakReference<>(openAndClose(round)));
    }

    // RocksDB references each listener, and so its pacer, until its last native object is freed.
    await()
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(pacers).allMatch(pacer -> pacer.get() == null);
            });
  }

  private DbPacer openAndClose(int round) throws Exception {
    DbPacer opened;
    try (SlowDisk disk = new SlowDisk();
        DbPacer pacer = DbPacer.create("round");
        Options options = disk.options()) {
      pacer.attachTo(options);
      try (RocksDB db = RocksDB.open(options, folder.resolve("db" + round).toString());
          FlushOptions flush = new FlushOptions()) {
        put(db, round);
        db.flush(flush);
      }
      opened = pacer;
    }
    return opened;
  }

  private static Options shared(SlowDisk disk, WriteBufferManager manager) {
    return RecommendedOptions.applyToFamily(disk.options(), 64L * SlowDisk.MEGABYTE)
        .setArenaBlockSize(ARENA_BLOCK)
        .setWriteBufferManager(manager);
  }

  private static long memory(RocksDB db) throws Exception {
    return db.getAggregatedLongProperty("rocksdb.cur-size-all-mem-tables");
  }

  private void put(RocksDB db, int number) throws Exception {
    try (WriteOptions options = new WriteOptions().setDisableWAL(true)) {
      db.put(options, key(number), value());
    }
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(8).putLong(number * 0x9E3779B97F4A7C15L).array();
  }

  private byte[] value() {
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    return value;
  }
}
