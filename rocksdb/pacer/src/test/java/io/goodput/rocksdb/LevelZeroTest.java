package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_COMPACTION_BEGIN;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_FLUSH_COMPLETED;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/** Writes slow down from ten files at level 0, of twenty, if compaction does not remove them. */
@Timeout(60)
class LevelZeroTest {

  private static final int CEILING = 20;

  static {
    RocksDB.loadLibrary();
  }

  @TempDir private Path folder;

  private final DbPacer pacer =
      DbPacer.create("db", PacingOptions.defaults().maxLevelZeroFiles(CEILING));
  private final Options options = pacer.attachTo(options());

  @AfterEach
  void close() {
    options.close();
    pacer.close();
  }

  @Test
  void filesThatCompactionIsLateWith_slowWrites() throws Exception {
    try (Blockade compactions = new Blockade(ON_COMPACTION_BEGIN).behindOthersOf(options);
        RocksDB db = RocksDB.open(options, folder.toString())) {
      addFiles(db, db.getDefaultColumnFamily(), CEILING - 2);

      await().until(() -> Double.isFinite(pacer.state().bytesPerSecond()));
      compactions.lift();
    }
  }

  @Test
  void filesFromBeforeTheOpening_count() throws Exception {
    try (Options earlier = options().setDisableAutoCompactions(true);
        RocksDB db = RocksDB.open(earlier, folder.toString())) {
      addFiles(db, db.getDefaultColumnFamily(), CEILING - 2);
    }
    try (Blockade compactions = new Blockade(ON_COMPACTION_BEGIN).behindOthersOf(options);
        RocksDB db = RocksDB.open(options, folder.toString())) {
      addFiles(db, db.getDefaultColumnFamily(), 1);

      await().until(() -> Double.isFinite(pacer.state().bytesPerSecond()));
      compactions.lift();
    }
  }

  @Test
  void filesOfADroppedColumnFamily_doNotCount() throws Exception {
    try (Blockade compactions = new Blockade(ON_COMPACTION_BEGIN).behindOthersOf(options);
        RocksDB db = RocksDB.open(options, folder.toString());
        ColumnFamilyOptions familyOptions = new ColumnFamilyOptions(options)) {
      try (ColumnFamilyHandle other =
          db.createColumnFamily(
              new ColumnFamilyDescriptor("other".getBytes(UTF_8), familyOptions))) {
        addFiles(db, other, CEILING - 2);
        await().until(() -> Double.isFinite(pacer.state().bytesPerSecond()));
        db.dropColumnFamily(other);
      }
      compactions.lift();
      addFiles(db, db.getDefaultColumnFamily(), 1);

      await().until(() -> Double.isInfinite(pacer.state().bytesPerSecond()));
    }
  }

  @Test
  void fileWhoseCompactionIsReportedBeforeItsFlush_doesNotCount() throws Exception {
    Blockade flushes = new Blockade(ON_FLUSH_COMPLETED);
    try (DbPacer strict = DbPacer.create("db", PacingOptions.defaults().maxLevelZeroFiles(1));
        Options late = strict.attachTo(options().setListeners(List.of(flushes)));
        RocksDB db = RocksDB.open(late, folder.toString())) {
      Future<?> writing =
          CompletableFuture.runAsync(() -> addFiles(db, db.getDefaultColumnFamily(), 1));
      await().until(() -> flushes.held() == 1);
      db.compactRange();
      flushes.lift();
      writing.get(30, TimeUnit.SECONDS);

      assertThat(db.getProperty("rocksdb.num-files-at-level0")).isEqualTo("0");
      // The second write waits until it has looked at the database. The flush may be reported
      // later.
      await()
          .until(
              () -> {
                strict.pace(100 << 20);
                strict.pace(1);
                return Double.isInfinite(strict.state().bytesPerSecond());
              });
    } finally {
      flushes.close();
    }
  }

  static Stream<Arguments> waysToKeepFilesAtLevelZero() {
    return Stream.of(
        Arguments.of(
            "FIFO",
            (Consumer<Options>) options -> options.setCompactionStyle(CompactionStyle.FIFO)),
        Arguments.of(
            "universal with one level",
            (Consumer<Options>)
                options ->
                    options
                        .setCompactionStyle(CompactionStyle.UNIVERSAL)
                        .setNumLevels(1)
                        .setLevel0FileNumCompactionTrigger(2 * CEILING)),
        Arguments.of(
            "no automatic compaction",
            (Consumer<Options>) options -> options.setDisableAutoCompactions(true)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("waysToKeepFilesAtLevelZero")
  void filesThatCompactionLeavesAtLevelZero_doNotSlowWrites(String name, Consumer<Options> way)
      throws Exception {
    way.accept(options);
    try (RocksDB db = RocksDB.open(options, folder.toString())) {
      addFiles(db, db.getDefaultColumnFamily(), CEILING + 5);

      assertThat(pacer.state().bytesPerSecond()).isInfinite();
    }
  }

  @Test
  void automaticCompactionSwitchedOffLater_aWaitingWriteContinues() throws Exception {
    try (RocksDB db = RocksDB.open(options, folder.toString())) {
      addFiles(db, db.getDefaultColumnFamily(), 8);
      await().until(() -> db.getProperty("rocksdb.num-files-at-level0").equals("0"));
      db.setOptions(MutableColumnFamilyOptions.builder().setDisableAutoCompactions(true).build());
      addFiles(db, db.getDefaultColumnFamily(), CEILING);
      pacer.pace(100 << 20);

      pacer.pace(1);

      assertThat(pacer.state().bytesPerSecond()).isInfinite();
    }
  }

  private static Options options() {
    return new Options().setCreateIfMissing(true);
  }

  private void addFiles(RocksDB db, ColumnFamilyHandle family, int count) {
    try (FlushOptions flush = new FlushOptions().setAllowWriteStall(true)) {
      for (int file = 0; file < count; file++) {
        // Keys that overlap: RocksDB would only move the files of others.
        db.put(family, "a".getBytes(UTF_8), new byte[100]);
        db.put(family, "z".getBytes(UTF_8), new byte[100]);
        db.flush(flush, family);
      }
    } catch (org.rocksdb.RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }
}
