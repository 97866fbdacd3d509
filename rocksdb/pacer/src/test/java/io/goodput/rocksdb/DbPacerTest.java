package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

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
  void attachTo_keepsExistingListeners() throws Exception {
    try (Flushes own = new Flushes();
        DbPacer pacer = DbPacer.create("db");
        Options options = options().setListeners(List.of(own))) {
      pacer.attachTo(options);
      writeAndFlush(options);

      assertThat(own.count).hasValue(1);
    }
  }

  @Test
  void attachTo_optionsWithAClosedListener_namesTheListener() {
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
  void attachTo_aSecondDatabase_isRejected() {
    try (DbPacer pacer = DbPacer.create("db");
        DBOptions first = pacer.attachTo(new DBOptions());
        DBOptions second = new DBOptions()) {
      assertThat(first.listeners()).hasSize(1);
      assertThatThrownBy(() -> pacer.attachTo(second))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "The pacer 'db' is attached to a database already: create a pacer for each"
                  + " database.");
    }
  }

  @Test
  void listener_isCalledForEachEvent() throws Exception {
    List<PacingState> states = new CopyOnWriteArrayList<>();
    try (DbPacer pacer = pacer((name, state) -> states.add(state));
        Options options = pacer.attachTo(options())) {
      pacer.pace(100);
      writeAndFlush(options);

      assertThat(states).extracting(PacingState::writtenBytes).contains(100L);
      assertThat(states).hasSize(2);
    }
  }

  @Test
  void listenerThatThrows_isCounted_andTheDatabaseContinues() throws Exception {
    try (DbPacer pacer =
            pacer(
                (name, state) -> {
                  throw new AssertionError("from a listener");
                });
        Options options = pacer.attachTo(options())) {
      writeAndFlush(options);

      await().until(() -> pacer.faults() == 2);
    }
  }

  @Test
  void firstFault_isToldToTheListener_withItsCause() throws Exception {
    List<Throwable> causes = new CopyOnWriteArrayList<>();
    AssertionError fault = new AssertionError("from a listener");
    PacingListener listener =
        new PacingListener() {
          @Override
          public void changed(String db, PacingState state) {
            throw fault;
          }

          @Override
          public void failed(String db, Throwable cause) {
            causes.add(cause);
          }
        };
    try (DbPacer pacer = pacer(listener);
        Options options = pacer.attachTo(options())) {
      writeAndFlush(options);

      await().until(() -> pacer.faults() == 2);
      assertThat(causes).containsExactly(fault);
    }
  }

  @Test
  void pace_negativeSize_isRejectedWithIt() {
    try (DbPacer pacer = DbPacer.create("db")) {
      assertThatThrownBy(() -> pacer.pace(-1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("bytes must be 0 or more: -1");
      assertThatThrownBy(() -> pacer.paceUninterruptibly(-1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> pacer.tryPace(-1, Duration.ZERO))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void tryPace_timeoutOfAThousandYears_isTrue() throws Exception {
    try (DbPacer pacer = DbPacer.create("db")) {
      assertThat(pacer.tryPace(1, Duration.ofDays(365_000))).isTrue();
    }
  }

  @Test
  void pace_closedPacer_throwsAndNamesIt() {
    DbPacer pacer = DbPacer.create("orders");
    pacer.close();

    assertThatThrownBy(() -> pacer.pace(1))
        .isInstanceOf(ClosedException.class)
        .hasMessage("The pacer 'orders' is closed: do not make the write.");
  }

  @Test
  void tryPace_whileNoMemtableWaits_isTrue() throws Exception {
    try (DbPacer pacer = DbPacer.create("db")) {
      assertThat(pacer.tryPace(1_000_000, Duration.ZERO)).isTrue();
    }
  }

  @Test
  void stalls_ofWritesThatDoNotAskThePacer_areCounted() throws Exception {
    try (SlowDisk disk = new SlowDisk();
        DbPacer pacer = DbPacer.create("db");
        Options options = pacer.attachTo(disk.options());
        RocksDB db = RocksDB.open(options, folder.toString())) {
      for (int write = 0; disk.stalls() == 0; write++) {
        db.put(Integer.toString(write).getBytes(UTF_8), new byte[10_000]);
      }

      await().until(() -> pacer.state().stalls() > 0);
    }
  }

  private static DbPacer pacer(PacingListener listener) {
    return DbPacer.create("db", PacingOptions.defaults().listener(listener));
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
