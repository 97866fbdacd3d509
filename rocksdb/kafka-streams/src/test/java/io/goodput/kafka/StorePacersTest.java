package io.goodput.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.rocksdb.ClosedException;
import io.goodput.rocksdb.DbPacer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class StorePacersTest {

  static {
    RocksDB.loadLibrary();
  }

  @TempDir private Path folder;

  private final StorePacers windows = new StorePacers("visits", 1_000);

  @Test
  void at_aTime_isThePacerOfItsSegment() {
    try (DbPacer first = DbPacer.create("first");
        DbPacer second = DbPacer.create("second")) {
      windows.add("visits.0", first);
      windows.add("visits.1000", second);

      assertThat(windows.at(999)).isSameAs(first);
      assertThat(windows.at(1_000)).isSameAs(second);
      assertThat(windows.at(2_000)).isNull();
      assertThat(windows.newest()).isSameAs(second);
      windows.close();
    }
  }

  @Test
  void database_withAnotherName_isNotPaced() {
    DbPacer pacer = DbPacer.create("index");
    windows.add("visits-index", pacer);

    assertThat(windows.at(0)).isNull();
    windows.close();
  }

  @Test
  void database_thatCouldNotBeOpened_leavesNoPacer() {
    int before = StorePacers.databases();
    DbPacer failed = DbPacer.create("visits");
    StorePacers store = new StorePacers("visits", 0);
    store.add("visits", failed);
    DbPacer again = DbPacer.create("visits");

    store.add("visits", again);

    assertThat(StorePacers.databases()).isEqualTo(before + 1);
    assertThatThrownBy(() -> failed.pace(1)).isInstanceOf(ClosedException.class);
    store.close();
    assertThat(StorePacers.databases()).isEqualTo(before);
    assertThatThrownBy(() -> again.pace(1)).isInstanceOf(ClosedException.class);
  }

  @Test
  void stalls_ofADatabase_countAfterItsEnd() throws Exception {
    StorePacers store = new StorePacers("words", 0);
    DbPacer pacer = DbPacer.create("words");
    store.add("words", pacer);
    // RocksDB delays writes as soon as there is a file.
    try (Options options =
            pacer.attachTo(
                new Options()
                    .setCreateIfMissing(true)
                    .setLevel0FileNumCompactionTrigger(1)
                    .setLevel0SlowdownWritesTrigger(1));
        RocksDB db = RocksDB.open(options, folder.toString());
        FlushOptions flush = new FlushOptions()) {
      assertThat(store.stalls()).isZero();
      db.put(new byte[] {1}, new byte[1_000]);
      db.flush(flush);
      await().until(() -> store.stalls() > 0);
    }
    long stalls = store.stalls();
    store.close();

    assertThat(store.stalls()).isEqualTo(stalls);
    assertThat(store.faults()).isZero();
  }

  /** The memory of the process grows until the Java heap has its size. */
  @Test
  @Tag("slow")
  void openings_leaveNoNativeMemory() throws Throwable {
    long leastGrowth = Long.MAX_VALUE;
    for (int window = 0; window < 20 && leastGrowth >= 256; window++) {
      long before = residentKilobytes();
      for (int opening = 0; opening < 300; opening++) {
        openAndClose();
      }
      leastGrowth = Math.min(leastGrowth, residentKilobytes() - before);
    }

    // Less than a kilobyte each.
    assertThat(leastGrowth).isLessThan(256);
  }

  private void openAndClose() throws Throwable {
    PacedConfigSetter setter = new PacedConfigSetter();
    StorePacers store = new StorePacers("words", 0);
    try (Options options = new Options().setCreateIfMissing(true)) {
      store.calling(
          () -> {
            setter.setConfig("words", options, Map.of());
            return null;
          });
      try (RocksDB db = RocksDB.open(options, folder.toString());
          FlushOptions flush = new FlushOptions()) {
        db.put(new byte[] {1}, new byte[1_000]);
        db.flush(flush);
      }
      setter.close("words", options);
    }
    store.close();
  }

  private static long residentKilobytes() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .sum();
    }
  }
}
