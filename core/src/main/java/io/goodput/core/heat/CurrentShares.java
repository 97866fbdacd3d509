package io.goodput.core.heat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The shares of one set of replicas, never older than a tenth of a second when they are asked for.
 *
 * <p>Thread-safe. Asking takes no lock and, but for one caller every tenth of a second, allocates
 * nothing.
 *
 * @param <N> what names a node
 */
public final class CurrentShares<N> {

  public static final long MAX_AGE_NANOS = 100_000_000L;

  private final ReplicaHeats<N> heats;
  private final List<N> replicas;
  private final int contacted;
  private final AtomicLong workedOutNanos;
  private volatile Optional<ReadShares> shares;

  /**
   * Works the shares out for the first time.
   *
   * @param replicas distinct, in an order that all nodes agree on
   * @param contacted replicas that take part in a read; 1 to the number of replicas
   * @param now monotonic nanoseconds
   * @throws IllegalArgumentException if {@link ReadShares} cannot be for so many
   */
  public CurrentShares(ReplicaHeats<N> heats, List<N> replicas, int contacted, long now) {
    this.heats = heats;
    this.replicas = List.copyOf(replicas);
    this.contacted = contacted;
    this.workedOutNanos = new AtomicLong(now);
    this.shares = workedOut(now);
  }

  /**
   * The shares as of now, or of less than a tenth of a second ago; none while there is a replica
   * that has reported nothing, which is not to be starved for that.
   */
  public Optional<ReadShares> at(long now) {
    long last = workedOutNanos.get();
    if (now - last >= MAX_AGE_NANOS && workedOutNanos.compareAndSet(last, now)) {
      shares = workedOut(now);
    }
    return shares;
  }

  /** When they were last worked out, in monotonic nanoseconds. */
  public long workedOutNanos() {
    return workedOutNanos.get();
  }

  /** The replicas, in the order of the shares. */
  public List<N> replicas() {
    return replicas;
  }

  private Optional<ReadShares> workedOut(long now) {
    return heats.haveReported(replicas)
        ? Optional.of(heats.shares(replicas, contacted, now))
        : Optional.empty();
  }
}
