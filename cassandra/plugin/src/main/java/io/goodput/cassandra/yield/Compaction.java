package io.goodput.cassandra.yield;

import io.goodput.core.yield.Throttle;
import java.io.File;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.service.StorageService;

/** Compactions, cleanups, scrubs, and the like: they have one rate together. */
final class Compaction implements BackgroundWork {

  private static final int MEBIBYTE = 1 << 20;

  /** Cassandra's default, in MiB per second. */
  private static final int DEFAULT_MEBIBYTES = 64;

  /** Compactions that wait, at most. */
  private static final double MOST_PENDING = 64;

  /** The used part of a disk from which on compaction should free some. */
  private static final double MUCH_OF_DISK = 0.7;

  /** The used part of a disk with which compaction must not yield. */
  private static final double TOO_MUCH_OF_DISK = 0.95;

  /** What Cassandra counts as a compaction, but does not limit. */
  private static final Set<OperationType> UNLIMITED =
      Set.of(
          OperationType.VALIDATION,
          OperationType.INDEX_BUILD,
          OperationType.VIEW_BUILD,
          OperationType.INDEX_SUMMARY,
          OperationType.KEY_CACHE_SAVE,
          OperationType.ROW_CACHE_SAVE,
          OperationType.COUNTER_CACHE_SAVE);

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
    return CompactionManager.instance.active.getCompactions().stream()
        .anyMatch(one -> !UNLIMITED.contains(one.getCompactionInfo().getTaskType()));
  }

  @Override
  public double debt(long nanos) {
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
