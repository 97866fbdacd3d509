package io.goodput.core.bucket;

/**
 * A token bucket at one moment of its clock, without any rounding error.
 *
 * <p>The level at a later moment t is {@code tokens + perSecond * (t - countedAt)}, not more than
 * the burst. A fraction of a token is never stored: the moment moves forward only by whole
 * microseconds in which a whole number of tokens flows in, and the rest stays in the time since.
 * The tokens are therefore below zero for an instant at rates that do not divide a million; the
 * level never is.
 *
 * @param tokens level at that moment
 * @param countedAt the moment, in microseconds
 */
public record BucketState(long tokens, long countedAt) {

  /** A bucket and what it answered. */
  public record Answered(BucketState state, Grant grant) {}

  /** A bucket that nobody has used. */
  public static BucketState full(Rate rate, long now) {
    return new BucketState(rate.burst(), now);
  }

  /**
   * Whole tokens in the bucket.
   *
   * @param now in microseconds; before {@code countedAt} nothing has flown in
   */
  public long level(Rate rate, long now) {
    return Math.min(rate.burst(), tokens + rate.inflow(elapsed(now)));
  }

  /**
   * Takes what is asked for if there is as much, and otherwise leaves half of the level to others,
   * unless more is due.
   */
  public Answered take(Rate rate, Ask ask, long now) {
    long most = rate.most(ask.life());
    long elapsed = elapsed(now);
    long at = countedAt + elapsed;
    long uncapped = tokens + rate.inflow(elapsed);
    long level = Math.min(most, uncapped);
    long granted = Math.min(ask.most(), Math.max(Math.min(level, ask.due()), level / 2));
    granted -= granted < ask.most() ? granted % ask.least() : 0;
    if (granted <= 0) {
      return new Answered(this, new Grant(0, level, at, enoughIn(rate, ask.least(), elapsed)));
    }
    BucketState counted = uncapped >= most ? new BucketState(most, at) : countedUpTo(rate, elapsed);
    return new Answered(
        new BucketState(counted.tokens - granted, counted.countedAt),
        new Grant(granted, level - granted, at, 0));
  }

  /**
   * Takes tokens back that a lease has not spent, if nobody has taken any since that lease.
   *
   * <p>Otherwise they are lost: the bucket was cut to make room for what flows in while later
   * leases live, and has no room for more.
   *
   * @param grant the answer that they came with
   */
  public BucketState giveBack(Rate rate, long unspent, Grant grant) {
    boolean untouched =
        countedAt <= grant.at() && tokens + rate.inflow(grant.at() - countedAt) == grant.left();
    return untouched ? new BucketState(tokens + unspent, countedAt) : this;
  }

  private BucketState countedUpTo(Rate rate, long elapsed) {
    long divisor = gcd(rate.perSecond(), Rate.MICROS);
    long steps = elapsed / (Rate.MICROS / divisor);
    return new BucketState(
        tokens + steps * (rate.perSecond() / divisor), countedAt + steps * (Rate.MICROS / divisor));
  }

  private long enoughIn(Rate rate, long least, long elapsed) {
    long missing = least - tokens;
    long whole = missing / rate.perSecond() * Rate.MICROS;
    long rest = Rate.ceilDiv(missing % rate.perSecond() * Rate.MICROS, rate.perSecond());
    return Math.max(0, whole + rest - elapsed);
  }

  private long elapsed(long now) {
    return Math.max(0, now - countedAt);
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
