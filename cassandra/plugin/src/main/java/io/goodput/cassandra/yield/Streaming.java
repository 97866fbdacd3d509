package io.goodput.cassandra.yield;

import io.goodput.core.time.Nanos;
import io.goodput.core.yield.Throttle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.streaming.StreamManager;
import org.apache.cassandra.streaming.StreamManager.StreamRateLimiter;

/**
 * What the node sends for bootstraps, rebuilds, repairs, and nodes that leave. Other nodes wait for
 * it, so it yields for an hour at most.
 */
final class Streaming implements BackgroundWork {

  private static final long MEBIBYTE = 1 << 20;

  /** Cassandra's default, in bytes per second. */
  private static final long DEFAULT = 24 * MEBIBYTE;

  private static final double MOST_NANOS = 3600.0 * Nanos.PER_SECOND;

  private final List<Throttle> throttles = new ArrayList<>();

  Streaming() {
    add(
        DatabaseDescriptor::getStreamThroughputOutboundBytesPerSec,
        DatabaseDescriptor::setStreamThroughputOutboundBytesPerSec,
        StreamRateLimiter::updateThroughput,
        1);
    add(
        DatabaseDescriptor::getInterDCStreamThroughputOutboundBytesPerSec,
        DatabaseDescriptor::setInterDCStreamThroughputOutboundBytesPerSec,
        StreamRateLimiter::updateInterDCThroughput,
        1);
    add(
        DatabaseDescriptor::getEntireSSTableStreamThroughputOutboundBytesPerSec,
        mebibytes(DatabaseDescriptor::setEntireSSTableStreamThroughputOutboundMebibytesPerSec),
        StreamRateLimiter::updateEntireSSTableThroughput,
        MEBIBYTE);
    add(
        DatabaseDescriptor::getEntireSSTableInterDCStreamThroughputOutboundBytesPerSec,
        mebibytes(
            DatabaseDescriptor::setEntireSSTableInterDCStreamThroughputOutboundMebibytesPerSec),
        StreamRateLimiter::updateEntireSSTableInterDCThroughput,
        MEBIBYTE);
  }

  private void add(DoubleSupplier rate, LongConsumer set, Runnable apply, long step) {
    throttles.add(
        new Throttle(
            () -> (long) rate.getAsDouble(),
            changed -> {
              set.accept(changed);
              apply.run();
            },
            step,
            MEBIBYTE,
            DEFAULT));
  }

  private static LongConsumer mebibytes(IntConsumer set) {
    return bytes -> set.accept((int) (bytes / MEBIBYTE));
  }

  @Override
  public String name() {
    return "streaming";
  }

  @Override
  public boolean runs() {
    return !StreamManager.instance.getCurrentStreams().isEmpty();
  }

  @Override
  public double debt(long nanos) {
    return nanos / MOST_NANOS;
  }

  @Override
  public List<Throttle> throttles() {
    return throttles;
  }
}
