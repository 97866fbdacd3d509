package io.goodput.core.heat;

import io.goodput.core.time.Nanos;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The shares of one set of replicas, worked out again when they are a tenth of a second old.
 *
 * <p>Thread-safe and lock-free. One caller every tenth of a second works the shares out; the others
 * allocate nothing.
 *
 * @param <N> identifies a node
 */
public final class CurrentShares<N> {

  /** The age at which shares are worked out again, in nanoseconds. */
  static final long MAX_AGE_NANOS = 100 * Nanos.PER_MILLI;

  private final ReplicaHeats<N> heats;
  private final List<N> replicas;
  private final int contacted;
  private final AtomicLong workedOutNanos;
  private volatile Optional<ReadShares> shares;

  /**
   * Works the shares out for the first time.
   *
   * @param replicas distinct, in an order that all nodes agree on
   * @param contacted how many replicas take part in a read; 1 to the number of replicas
   * @param now monotonic nanoseconds
   * @throws IllegalArgumentException if there are too few or too many replicas for {@link
   *     ReadShares}
   */
  public CurrentShares(ReplicaHeats<N> heats, List<N> replicas, int contacted, long now) {
    this.heats = heats;
    this.replicas = List.copyOf(replicas);
    this.contacted = contacted;
    this.workedOutNanos = new AtomicLong(now);
    this.shares = workedOut(now);
  }

  /**
   * The shares as of now, or as of less than a tenth of a second ago. Empty while a replica has not
   * reported: it must not be starved of reads for that.
   */
  public Optional<ReadShares> at(long now) {
    long last = workedOutNanos.get();
    if (now - last >= MAX_AGE_NANOS && workedOutNanos.compareAndSet(last, now)) {
      shares = workedOut(now);
    }
    return shares;
  }

  /** When the shares were last worked out, in monotonic nanoseconds. */
  public long workedOutNanos() {
    return workedOutNanos.get();
  }

  private Optional<ReadShares> workedOut(long now) {
    return heats.haveReported(replicas)
        ? Optional.of(heats.shares(replicas, contacted, now))
        : Optional.empty();
  }
}
