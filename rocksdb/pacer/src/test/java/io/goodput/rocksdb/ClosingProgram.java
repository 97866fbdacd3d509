package io.goodput.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/** Closes a database and its pacer while writes wait for minutes. */
final class ClosingProgram {

  private ClosingProgram() {}

  public static void main(String[] arguments) throws Exception {
    RocksDB.loadLibrary();
    DbPacer pacer = DbPacer.create("db");
    Options options = pacer.attachTo(new Options().setCreateIfMissing(true));
    options.setWriteBufferSize(64 << 10).setMaxWriteBufferNumber(6);
    RocksDB db = RocksDB.open(options, arguments[1]);
    PacedWrites writes = new PacedWrites(db, pacer);
    try (FlushOptions flush = new FlushOptions()) {
      // Waiting writes look at a database once it has flushed.
      writes.put(new byte[8], new byte[1_000]);
      db.flush(flush);
    }
    // Sealed memtables wait for a flush that does not begin.
    db.pauseBackgroundWork();
    while (Double.isInfinite(pacer.state().headroomBytes())) {
      writes.put(new byte[8], new byte[1_000]);
    }
    pacer.pace(1L << 40);
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<?>> waiting = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      waiting.add(
          threads.submit(
              () -> {
                writes.put(new byte[8], new byte[1_000]);
                return null;
              }));
    }
    if (arguments[0].equals("database first")) {
      db.close();
      pacer.close();
    } else {
      writes.close();
      db.close();
    }
    for (Future<?> write : waiting) {
      try {
        write.get();
        System.err.println("A write was made in a closed database.");
        System.exit(1);
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof ClosedException)) {
          throw e;
        }
      }
    }
    threads.shutdown();
    options.close();
  }
}
