package io.goodput.lab.bench.writestall;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class DelayedWriteRateTest {

  static {
    RocksDB.loadLibrary();
  }

  @Test
  void control_afterAFlush_setsTheRateOfRocksDb(@TempDir Path folder) throws Exception {
    try (DelayedWriteRate rule = new DelayedWriteRate(1_000);
        Options options = new Options().setCreateIfMissing(true).setListeners(List.of(rule));
        RocksDB db = RocksDB.open(options, folder.toString());
        FlushOptions flush = new FlushOptions()) {
      long before = db.getDBOptions().delayedWriteRate();
      db.put(new byte[10], new byte[990]);
      db.flush(flush);

      AutoCloseable control = rule.control(db);
      try {
        await().until(() -> db.getDBOptions().delayedWriteRate() != before);
      } finally {
        control.close();
      }
    }
  }
}
