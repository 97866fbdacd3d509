package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

@DisplayName("The log of a pacer")
class WarningsTest {

  static {
    RocksDB.loadLibrary();
  }

  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final Logger log = Logger.getLogger(DbPacer.class.getName());
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          warnings.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @TempDir private Path folder;

  @BeforeEach
  void listen() {
    log.addHandler(handler);
  }

  @AfterEach
  void stopListening() {
    log.removeHandler(handler);
  }

  @Test
  @DisplayName("says that a database has too few memtables")
  void open_withTwoMemtables_isWarnedAbout() throws Exception {
    write(RecommendedOptions.applyTo(new Options()).setMaxWriteBufferNumber(2));

    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("'orders'", "max_write_buffer_number is 2", "Set it to 6");
  }

  @Test
  @DisplayName("says nothing about the recommended options")
  void open_withRecommendedOptions_isNotWarnedAbout() throws Exception {
    write(RecommendedOptions.applyTo(new Options()));

    assertThat(warnings).isEmpty();
  }

  private void write(Options chosen) throws Exception {
    try (DbPacer pacer = DbPacer.create("orders");
        Options options = pacer.attachTo(chosen.setCreateIfMissing(true));
        RocksDB db = RocksDB.open(options, folder.toString());
        PacedWrites writes = new PacedWrites(db, pacer)) {
      writes.put("key".getBytes(UTF_8), "value".getBytes(UTF_8));
    }
  }
}
