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
 * <p>Until {@code countedAt}, nothing flows in. A grant moves it ahead of the clock if the bucket
 * would be full before the granted tokens are spent or expired: then level and granted tokens
 * together never exceed the burst.
 *
 * @param tokens the level at {@code countedAt}
 * @param countedAt the moment, in microseconds on the bucket's clock
 */
public record BucketState(long tokens, long countedAt) {

  /**
   * How far a bucket may be counted ahead of its clock, and how long granted tokens may live, in
   * microseconds.
   */
  static final long FARTHEST_AHEAD = 5_000_000;

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
   * <p>A bucket that was counted too far ahead, because its clock was wrong, is counted again.
   *
   * @param now in microseconds
   */
  public Answered take(Rate rate, TokenRequest request, long now) {
    if (countedAt - now > FARTHEST_AHEAD) {
      return new BucketState(tokens, now + FARTHEST_AHEAD).take(rate, request, now);
    }
    long level = level(rate, now);
    long granted = Math.min(request.most(), Math.max(Math.min(level, request.due()), level / 2));
    granted -= granted < request.most() ? granted % request.least() : 0;
    if (granted <= 0) {
      long at = Math.max(now, countedAt);
      return new Answered(this, new Grant(0, level, at, enoughIn(rate, request.least(), now)));
    }
    BucketState counted = counted(rate, level, request.life(), now);
    return new Answered(
        new BucketState(counted.tokens - granted, counted.countedAt),
        new Grant(granted, level - granted, Math.max(now, counted.countedAt), 0));
  }

  /**
   * Takes back the tokens that a lease has not spent, if no client has taken tokens since.
   *
   * <p>Otherwise these tokens are lost: a later grant has left no more room in the bucket than for
   * its own tokens.
   *
   * @param grant the answer that the tokens came with
   */
  public BucketState giveBack(Rate rate, long unspent, Grant grant) {
    boolean untouched =
        countedAt <= grant.at() && tokens + rate.inflow(grant.at() - countedAt) == grant.left();
    return untouched ? new BucketState(tokens + unspent, countedAt) : this;
  }

  /** This bucket before a grant, such that it is not full before the end of a life. */
  private BucketState counted(Rate rate, long level, long life, long now) {
    boolean full = tokens + rate.inflow(elapsed(now)) >= rate.burst();
    // A part of a token may have flowed in.
    long room = rate.burst() - level - (full || countedAt >= now ? 0 : 1);
    long resumes = now + life - room * Rate.MICROS / rate.perSecond();
    if (resumes > Math.max(now, countedAt)) {
      return new BucketState(level, resumes);
    }
    return full || countedAt >= now
        ? new BucketState(level, Math.max(now, countedAt))
        : countedUpTo(rate, now - countedAt);
  }

  private BucketState countedUpTo(Rate rate, long elapsed) {
    long divisor = gcd(rate.perSecond(), Rate.MICROS);
    long steps = elapsed / (Rate.MICROS / divisor);
    return new BucketState(
        tokens + steps * (rate.perSecond() / divisor), countedAt + steps * (Rate.MICROS / divisor));
  }

  private long enoughIn(Rate rate, long least, long now) {
    if (level(rate, now) >= least) {
      return 0;
    }
    long missing = least - tokens;
    long whole = missing / rate.perSecond() * Rate.MICROS;
    long rest = Rate.ceilDiv(missing % rate.perSecond() * Rate.MICROS, rate.perSecond());
    return Math.max(0, whole + rest + countedAt - now);
  }

  private long elapsed(long now) {
    return Math.max(0, now - countedAt);
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
