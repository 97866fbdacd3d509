package io.goodput.cassandra.fair;

import com.codahale.metrics.Counter;
import io.goodput.core.fair.Held;
import io.goodput.core.table.HashedEntries;
import java.util.concurrent.atomic.LongAdder;

/**
 * A tenant or a partition that is held back: what it has, and the answer to its requests.
 * Thread-safe, except that one thread calls {@link #refresh}.
 */
public final class HeldBack implements HashedEntries.Entry {

  private static final int SECONDS = 3;

  private final long hash;
  private final String node;
  private final Refused what;
  private final Counter all;
  private final LongAdder refused = new LongAdder();
  private volatile Held held;
  private volatile long perSecond;
  private volatile FairRejection rejection;
  private int idleSeconds;

  HeldBack(long hash, String node, Refused what, Held held, Counter all) {
    this.hash = hash;
    this.node = node;
    this.all = all;
    this.what = what;
    // The room may have changed since the refusal.
    this.held = held.isBack() ? held : new Held(held.inFlight(), Math.max(1, held.inFlight()));
    this.rejection =
        new FairRejection(new FairShareException(node, what, this.held, 0), all, refused);
  }

  @Override
  public long hash() {
    return hash;
  }

  /** The verdict about its requests, which is the same object for a second. */
  FairRejection rejection() {
    return rejection;
  }

  /**
   * Ends a second.
   *
   * @param now what it has
   * @return false if nothing has been refused for a while
   */
  boolean refresh(Held now) {
    perSecond = refused.sumThenReset();
    idleSeconds = perSecond == 0 ? idleSeconds + 1 : 0;
    held = now.isBack() ? now : new Held(now.inFlight(), held.share());
    rejection =
        new FairRejection(new FairShareException(node, what, held, perSecond), all, refused);
    return idleSeconds < SECONDS;
  }

  /** The tenant or the partition. */
  public Refused what() {
    return what;
  }

  /** Requests in flight. */
  public int inFlight() {
    return held.inFlight();
  }

  /** Requests that it may have in flight. */
  public int share() {
    return held.share();
  }

  /** Requests that were refused in the last second. */
  public long refusedPerSecond() {
    return perSecond;
  }
}
