package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.TokenBucket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A separate process that takes tokens as fast as it can until it is killed. It counts them in a
 * memory-mapped file, which survives the process.
 */
final class SpendingProcess implements AutoCloseable {

  private static final int SPENT = 0;
  private static final int LARGEST_GRANT = Long.BYTES;

  private final Process process;
  private final MappedByteBuffer counts;

  private SpendingProcess(Process process, MappedByteBuffer counts) {
    this.process = process;
    this.counts = counts;
  }

  /**
   * Starts a process.
   *
   * @param zone its time zone
   * @param counts a file that does not exist yet
   */
  static SpendingProcess start(
      String url, String id, long perSecond, long burst, String zone, Path counts)
      throws IOException {
    MappedByteBuffer mapped = map(counts);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Duser.timezone=" + zone,
                "-cp",
                System.getProperty("java.class.path"),
                SpendingProcess.class.getName(),
                url,
                id,
                Long.toString(perSecond),
                Long.toString(burst),
                counts.toString())
            .inheritIO()
            .start();
    return new SpendingProcess(process, mapped);
  }

  long spent() {
    return counts.getLong(SPENT);
  }

  long largestGrant() {
    return counts.getLong(LARGEST_GRANT);
  }

  /** Kills the process, which then cannot give any tokens back. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }

  /** Runs the process. */
  public static void main(String[] arguments) {
    MappedByteBuffer counts = map(Path.of(arguments[4]));
    BucketListener listener =
        new BucketListener() {
          @Override
          public synchronized void answered(
              String id, long requested, long granted, Duration took) {
            counts.putLong(LARGEST_GRANT, Math.max(granted, counts.getLong(LARGEST_GRANT)));
          }
        };
    TokenBucket bucket =
        PostgresBuckets.on(arguments[0])
            .listener(listener)
            .open()
            .bucket(
                arguments[1],
                perSecond(Long.parseLong(arguments[2])).burst(Long.parseLong(arguments[3])));
    while (true) {
      if (bucket.tryAcquire().admitted()) {
        counts.putLong(SPENT, counts.getLong(SPENT) + 1);
      } else {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(50_000));
      }
    }
  }

  private static MappedByteBuffer map(Path counts) {
    try (FileChannel file =
        FileChannel.open(
            counts, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, 2 * Long.BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
