package io.goodput.cassandra.warming;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cassandra.utils.concurrent.CountDownLatch;

/** How far the cache has been filled. Thread-safe. */
final class WarmingProgress {

  private final CountDownLatch filled = CountDownLatch.newCountDownLatch(1);
  private final LongAdder done = new LongAdder();
  private final LongAdder read = new LongAdder();
  private final LongAdder leftOut = new LongAdder();
  private volatile int wanted;

  /** Sets the number of chunks to read. */
  void begin(int chunks) {
    wanted = chunks;
  }

  /** Records a chunk that needs no more work. */
  void finish(boolean wasRead) {
    done.increment();
    if (wasRead) {
      read.increment();
    }
  }

  /** Records chunks that did not fit into the cache. */
  void leaveOut(int chunks) {
    done.add(chunks);
    leftOut.add(chunks);
  }

  /** Records that the cache is filled. */
  void end() {
    filled.decrement();
  }

  /** Waits until the cache is filled; false if that takes longer. */
  boolean await(Duration longest) {
    return filled.awaitUninterruptibly(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Whether the cache still has to be filled. */
  boolean isUnderWay() {
    return wanted > 0 && filled.count() > 0;
  }

  int wanted() {
    return wanted;
  }

  long done() {
    return done.sum();
  }

  long read() {
    return read.sum();
  }

  long leftOut() {
    return leftOut.sum();
  }
}
