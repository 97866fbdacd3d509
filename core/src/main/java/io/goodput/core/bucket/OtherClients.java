package io.goodput.core.bucket;

import io.goodput.core.time.Nanos;

/**
 * Whether other clients take tokens from a bucket, as one client sees it: they do if the bucket has
 * at least two tokens fewer than have flowed in, less its own. One fewer may be rounding. Not
 * thread-safe.
 */
final class OtherClients {

  /** For how long they count after they were noticed, in nanoseconds. */
  private static final long REMEMBERED = 60 * Nanos.PER_SECOND;

  private static final long MOST_ROUNDING = 1;
  private static final long MICROS_OF_ROUNDING = 1;

  private boolean noticed;
  private long noticedAt;

  /** From which on tokens are counted. */
  private Base base = Base.NONE;

  /** Tokens of this client since the base. */
  private long taken;

  private int requests;

  /** Tokens that the requests in flight may have taken. */
  private long inFlight;

  /** Whether several requests have been in flight together since there was none. */
  private boolean overlap;

  /** The first limit of the bucket at a moment. */
  private record Base(Rate rate, long mark, long at) {

    /** The next answer is the base. */
    static final Base NONE = new Base(Rate.perSecond(1, 1), 0, 0);

    /** How many tokens fewer the limit has at an answer than have flowed in. */
    long missingAt(Grant grant) {
      long inflow = rate.isCalendar() ? 0 : rate.inflow(Math.max(0, grant.at() - at));
      return mark + inflow - grant.mark();
    }
  }

  /** Whether this client has noticed others in the last minute. */
  boolean areNoticed(long now) {
    return noticed && now - noticedAt <= REMEMBERED;
  }

  /**
   * This client sends a request. {@link #answered}, {@link #cancelled}, or {@link #failed} must
   * follow.
   */
  void sent(TokenRequest request) {
    overlap |= requests > 0;
    requests++;
    inFlight += request.most();
  }

  /** The bucket has answered a request. */
  void answered(Rates rates, TokenRequest request, Grant grant, long now) {
    boolean hasOverlapped = overlap;
    end(request);
    taken += grant.tokens();
    Rate rate = rates.all().get(0);
    boolean isComparable =
        !base.equals(Base.NONE) && base.rate().equals(rate) && !isNearlyFull(rate, request, grant);
    long missing = isComparable ? base.missingAt(grant) - taken : 0;
    boolean isLess = missing - inFlight > MOST_ROUNDING;
    if (isLess) {
      noticed = true;
      noticedAt = now;
    }
    if (!isComparable || isLess || missing < 0) {
      // Answers of requests that overlap may come in another order than the bucket gave them.
      base = hasOverlapped ? Base.NONE : new Base(rate, grant.mark(), grant.at());
      taken = 0;
    }
  }

  /** A request has taken nothing. */
  void cancelled(TokenRequest request) {
    end(request);
  }

  /** A request has no answer. */
  void failed(TokenRequest request) {
    end(request);
    recount();
  }

  /** This client changes the level without a request: counts anew from the next answer on. */
  void recount() {
    base = Base.NONE;
  }

  private void end(TokenRequest request) {
    requests--;
    inFlight -= request.most();
    overlap &= requests > 0;
  }

  /** Whether less may have flowed in, because granted tokens live for a while. */
  private static boolean isNearlyFull(Rate rate, TokenRequest request, Grant grant) {
    return grant.tokens() > 0
        && grant.fullIn() - rate.timeFor(grant.tokens())
            <= request.lifeOf(grant) + MICROS_OF_ROUNDING;
  }
}
