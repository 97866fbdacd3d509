package io.goodput.cassandra.yield;

import io.goodput.core.yield.Throttle;
import java.io.File;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.service.StorageService;

/** Compactions, cleanups, scrubs, and validations for repairs: they have one rate together. */
final class Compaction implements BackgroundWork {

  private static final int MEBIBYTE = 1 << 20;

  /** Cassandra's default, in MiB per second. */
  private static final int DEFAULT_MEBIBYTES = 64;

  /** Compactions that wait, at most. */
  private static final double MOST_PENDING = 64;

  /** Of a disk, the part that is used before compaction has to free some; and that is too much. */
  private static final double MUCH_OF_DISK = 0.7;

  private static final double TOO_MUCH_OF_DISK = 0.95;

  private final List<Throttle> throttles =
      List.of(
          new Throttle(
              Compaction::bytesPerSecond,
              Compaction::setBytesPerSecond,
              MEBIBYTE,
              MEBIBYTE,
              (long) DEFAULT_MEBIBYTES * MEBIBYTE));

  @Override
  public String name() {
    return "compaction";
  }

  @Override
  public boolean runs() {
    return CompactionManager.instance.getActiveCompactions() > 0;
  }

  @Override
  public double debt() {
    return Math.max(CompactionManager.instance.getPendingTasks() / MOST_PENDING, ofDisks());
  }

  private static double ofDisks() {
    double used =
        Stream.of(DatabaseDescriptor.getAllDataFileLocations())
            .map(File::new)
            .mapToDouble(folder -> 1 - (double) folder.getUsableSpace() / folder.getTotalSpace())
            .max()
            .orElse(0);
    return (used - MUCH_OF_DISK) / (TOO_MUCH_OF_DISK - MUCH_OF_DISK);
  }

  @Override
  public List<Throttle> throttles() {
    return throttles;
  }

  private static long bytesPerSecond() {
    return (long) DatabaseDescriptor.getCompactionThroughputBytesPerSec();
  }

  private static void setBytesPerSecond(long rate) {
    StorageService.instance.setCompactionThroughputMbPerSec((int) (rate / MEBIBYTE));
  }
}
