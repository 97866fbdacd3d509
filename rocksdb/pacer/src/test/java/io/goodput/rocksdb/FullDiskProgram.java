package io.goodput.rocksdb;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * Fills a small file system through a paced database, frees some space, and writes again. Ends with
 * an exit code of 1 if a write waits for long, or if the database does not recover.
 */
final class FullDiskProgram {

  private static final int VALUE_BYTES = 4_096;
  private static final Duration LONGEST_WRITE = Duration.ofSeconds(5);
  private static final Duration LONGEST_RECOVERY = Duration.ofSeconds(40);

  private static final Random RANDOM = new Random(20261128);

  private FullDiskProgram() {}

  public static void main(String[] arguments) throws Exception {
    Path disk = Path.of(arguments[0]);
    boolean isLogged = Boolean.parseBoolean(arguments[1]);
    Path ballast = Files.write(disk.resolve("ballast"), new byte[12 << 20]);
    RocksDB.loadLibrary();
    DbPacer pacer = DbPacer.create("db");
    Options options = pacer.attachTo(new Options().setCreateIfMissing(true));
    RecommendedOptions.applyToFamily(options, 1 << 20);
    try (WriteOptions writing = new WriteOptions().setDisableWAL(!isLogged);
        RocksDB db = RocksDB.open(options, disk.resolve("db").toString());
        PacedWrites writes = new PacedWrites(db, pacer)) {
      while (isWritten(writes, writing)) {
        // The disk is not full yet.
      }
      for (int write = 0; write < 100; write++) {
        require(!isWritten(writes, writing), "a write succeeded on a full disk");
      }
      Files.delete(ballast);
      long begin = System.nanoTime();
      while (!isWritten(writes, writing)) {
        require(
            System.nanoTime() - begin < LONGEST_RECOVERY.toNanos(),
            "no write succeeded after space was freed");
        Thread.sleep(10);
      }
      for (int write = 0; write < 100; write++) {
        require(isWritten(writes, writing), "a write failed after the database had recovered");
      }
      require(pacer.faults() == 0, "the pacer lost events");
    }
    options.close();
  }

  private static boolean isWritten(PacedWrites writes, WriteOptions writing)
      throws InterruptedException {
    byte[] value = new byte[VALUE_BYTES];
    RANDOM.nextBytes(value);
    long begin = System.nanoTime();
    try {
      writes.put(writing, ByteBuffer.allocate(8).putLong(RANDOM.nextLong()).array(), value);
      return true;
    } catch (RocksDBException full) {
      return false;
    } finally {
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      require(took.compareTo(LONGEST_WRITE) < 0, "a write took " + took);
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      System.err.println("Not as it should be: " + otherwise + ".");
      // An exit would wait for a flush that cannot end.
      Runtime.getRuntime().halt(1);
    }
  }
}
