package io.goodput.core.bucket;

/**
 * A token bucket at one moment of its clock, in integer arithmetic without rounding errors.
 * Immutable.
 *
 * <p>The level at a later moment t is {@code tokens + perSecond * (t - countedAt)}, but at most the
 * burst. A fraction of a token is never stored: {@code countedAt} moves forward only by whole
 * microseconds in which a whole number of tokens flows in, and the remaining time counts later. At
 * rates that do not divide a million, {@code tokens} may therefore be negative; the level never is.
 *
 * @param tokens the level at {@code countedAt}
 * @param countedAt the moment, in microseconds on the bucket's clock
 */
public record BucketState(long tokens, long countedAt) {

  /** The bucket after a request, and its answer. */
  public record Answered(BucketState state, Grant grant) {}

  /** A full bucket. */
  public static BucketState full(Rate rate, long now) {
    return new BucketState(rate.burst(), now);
  }

  /**
   * Whole tokens in the bucket.
   *
   * @param now in microseconds; no tokens have flowed in if it is before {@code countedAt}
   */
  public long level(Rate rate, long now) {
    return Math.min(rate.burst(), tokens + rate.inflow(elapsed(now)));
  }

  /**
   * Grants half of the level, or what is due if that is more, and leaves the rest to other clients;
   * never more than the request allows. A smaller grant is a multiple of the request's least.
   *
   * @param now in microseconds
   */
  public Answered take(Rate rate, TokenRequest request, long now) {
    long most = rate.most(request.life());
    long elapsed = elapsed(now);
    long at = countedAt + elapsed;
    long uncapped = tokens + rate.inflow(elapsed);
    long level = Math.min(most, uncapped);
    long granted = Math.min(request.most(), Math.max(Math.min(level, request.due()), level / 2));
    granted -= granted < request.most() ? granted % request.least() : 0;
    if (granted <= 0) {
      return new Answered(this, new Grant(0, level, at, enoughIn(rate, request.least(), elapsed)));
    }
    BucketState counted = uncapped >= most ? new BucketState(most, at) : countedUpTo(rate, elapsed);
    return new Answered(
        new BucketState(counted.tokens - granted, counted.countedAt),
        new Grant(granted, level - granted, at, 0));
  }

  /**
   * Takes back the tokens that a lease has not spent, if no client has taken tokens since.
   *
   * <p>Otherwise these tokens are lost: the level was cut to make room for what flows in during
   * later leases, and the bucket has no room for more.
   *
   * @param grant the answer that the tokens came with
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
