package io.goodput.lab.bench.tokenbucket;

import io.goodput.lab.bench.load.Zipf;
import java.util.PrimitiveIterator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A task of a client process.
 *
 * @param url of the database; may contain a password
 * @param process number of the process, which makes its ids different from those of others
 * @param demandPerSecond requests of each thread in an open loop, or 0 for a closed loop
 * @param warmUpMillis before requests count; an open loop spends them on other buckets
 * @param millis in which requests count
 */
record Work(
    String url,
    BucketCase what,
    String prefix,
    int process,
    int threads,
    double demandPerSecond,
    long warmUpMillis,
    long millis) {

  private static final int CONNECTIONS_OF_CROWD = 10;

  private static final Zipf POPULARITY = new Zipf(100_000, 0.99);

  /** The same requests, for other buckets, in the time before requests count. */
  Work warmUp() {
    return new Work(
        url, what, prefix + "-warm-up", process, threads, demandPerSecond, 0, warmUpMillis);
  }

  /** Whether there are too many threads for a connection each, so that they take turns. */
  boolean isCrowd() {
    return what.threads() > BucketCase.MANY;
  }

  /** Connections of this process. */
  int connections() {
    return isCrowd() ? CONNECTIONS_OF_CROWD : threads;
  }

  /** The bucket ids of a thread's requests, in order. */
  Supplier<String> ids(int thread) {
    String own = prefix + '-' + process + '-' + thread;
    AtomicLong count = new AtomicLong();
    return switch (what.ids()) {
      case ONE -> () -> prefix;
      case DIFFERENT -> () -> own;
      case FRESH -> () -> own + '-' + count.getAndIncrement();
      case ZIPF -> {
        PrimitiveIterator.OfInt drawn =
            POPULARITY.draw(31 * process + thread, Integer.MAX_VALUE).iterator();
        yield () -> prefix + '-' + drawn.nextInt();
      }
    };
  }
}
