package io.goodput.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.core.pacing.PaceSettings;
import io.goodput.core.pacing.PaceState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.AbstractEventListener.EnabledEventCallback;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushJobInfo;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class DbPacerTest {

  static {
    RocksDB.loadLibrary();
  }

  @TempDir private Path folder;

  @Test
  void attachTo_keepsTheListenersThatAreThere() throws Exception {
    try (Flushes own = new Flushes();
        DbPacer pacer = DbPacer.create("db");
        Options options = options().setListeners(List.of(own))) {
      pacer.attachTo(options);
      writeAndFlush(options);

      assertThat(own.count).hasValue(1);
    }
  }

  @Test
  void attachTo_optionsWithAClosedListener_saysWhich() {
    try (DbPacer pacer = DbPacer.create("db");
        DBOptions options = new DBOptions()) {
      try (Flushes own = new Flushes()) {
        options.setListeners(List.of(own));
      }
      assertThatThrownBy(() -> pacer.attachTo(options))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Flushes has been closed: close it after the database.");
    }
  }

  @Test
  void attachTo_aSecondDatabase_saysWhatToDo() {
    try (DbPacer pacer = DbPacer.create("db");
        DBOptions first = pacer.attachTo(new DBOptions());
        DBOptions second = new DBOptions()) {
      assertThat(first.listeners()).hasSize(1);
      assertThatThrownBy(() -> pacer.attachTo(second))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("The pacer 'db' is of one database: make another for the next.");
    }
  }

  @Test
  void listener_isToldOfEachEvent() throws Exception {
    List<PaceState> told = new CopyOnWriteArrayList<>();
    try (DbPacer pacer = new DbPacer("db", PaceSettings.DEFAULT, (name, state) -> told.add(state));
        Options options = pacer.attachTo(options())) {
      pacer.pace(100);
      writeAndFlush(options);

      assertThat(told).extracting(PaceState::writtenBytes).contains(100L);
      assertThat(told).hasSize(2);
    }
  }

  @Test
  void listenerThatThrows_isCounted_andTheDatabaseGoesOn() throws Exception {
    try (DbPacer pacer =
            new DbPacer(
                "db",
                PaceSettings.DEFAULT,
                (name, state) -> {
                  throw new AssertionError("from a listener");
                });
        Options options = pacer.attachTo(options())) {
      writeAndFlush(options);

      await().until(() -> pacer.faults() == 2);
    }
  }

  @Test
  void tryPace_whileNothingWaits_saysYes() throws Exception {
    try (DbPacer pacer = DbPacer.create("db")) {
      assertThat(pacer.tryPace(1_000_000, Duration.ZERO)).isTrue();
    }
  }

  private Options options() {
    return new Options().setCreateIfMissing(true);
  }

  private void writeAndFlush(Options options) throws Exception {
    try (RocksDB db = RocksDB.open(options, folder.toString());
        FlushOptions flush = new FlushOptions()) {
      db.put(new byte[10], new byte[90]);
      db.flush(flush);
    }
  }

  private static final class Flushes extends AbstractEventListener {

    private final AtomicInteger count = new AtomicInteger();

    Flushes() {
      super(EnabledEventCallback.ON_FLUSH_COMPLETED);
    }

    @Override
    public void onFlushCompleted(RocksDB db, FlushJobInfo flush) {
      count.incrementAndGet();
    }
  }
}
