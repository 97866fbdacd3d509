package io.goodput.core.bucket;

import io.goodput.core.time.Nanos;

/**
 * The tags of one client of a bucket in start-time fair queueing (Goyal, Vin, and Cheng, 1996), by
 * which clients that want more tokens than flow in share them max-min fairly.
 *
 * <p>The start tag of a request is what the client has taken so far, or the bucket's virtual time
 * less the {@linkplain #depth depth} if that is more. The virtual time is the largest start tag of
 * a request that got tokens. A queue would serve the request with the smallest tag first. A bucket
 * has no queue. Instead, a request leaves as many tokens to others as its tag is ahead of the
 * smallest tag that there can be. So clients that have taken the most get only what the others
 * leave, and a client that wants less than its fair share finds tokens.
 *
 * <p>A client that is alone leaves nothing. It knows that others have taken tokens when the bucket
 * has at least two fewer than have flowed in, less its own; one less may be rounding.
 *
 * <p>Thread-safe.
 */
public final class FairTags {

  /** A client that has not noticed others for that time is alone, in nanoseconds. */
  private static final long ALONE_AFTER = 60 * Nanos.PER_SECOND;

  private static final long MOST_ROUNDING = 1;
  private static final int OF_BURST = 2;
  private static final long FEWEST = 8;
  private static final long INFLOW_MICROS = 100_000;

  private long finish;
  private long virtualTime;
  private boolean shared;
  private long sharedAt;

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
      return mark + rate.inflow(Math.max(0, grant.at() - at)) - grant.mark();
    }
  }

  /**
   * The request with its start tag and with what it leaves to others. {@link #answered} or {@link
   * #failed} must follow.
   *
   * @param now in monotonic nanoseconds
   */
  public synchronized TokenRequest tagged(TokenRequest request, Rates rates, long now) {
    overlap |= requests++ > 0;
    inFlight += request.most();
    long earliest = virtualTime - depth(rates);
    long start = Math.max(finish, earliest);
    boolean isAlone = !shared || now - sharedAt > ALONE_AFTER;
    long most = isAlone || request.most() == 0 ? 0 : depth(rates);
    long reserve = Math.min(start - earliest, Math.min(most, rates.burst() - request.least()));
    return new TokenRequest(
        request.least(),
        request.due(),
        request.most(),
        request.life(),
        Math.max(0, reserve),
        start);
  }

  /**
   * How far a start tag may be behind the virtual time, and the most tokens to leave to others:
   * what flows in during 100 ms, at least {@value #FEWEST}, but less than half of the burst.
   */
  static long depth(Rates rates) {
    long most = Math.max(0, rates.burst() / OF_BURST - 1);
    return Math.min(most, Math.max(FEWEST, rates.inflow(INFLOW_MICROS)));
  }

  /**
   * The bucket has answered a request.
   *
   * @param rates the limits that it applied
   * @param request with its tag
   * @param now in monotonic nanoseconds
   */
  public synchronized void answered(Rates rates, TokenRequest request, Grant grant, long now) {
    boolean isAmongOthers = end(request);
    virtualTime = Math.max(virtualTime, grant.virtualTime());
    if (grant.tokens() > 0) {
      finish = Math.max(finish, request.start()) + grant.tokens();
    }
    taken += grant.tokens();
    Rate rate = rates.all().get(0);
    if (base.equals(Base.NONE) || !base.rate().equals(rate) || isNearlyFull(rate, request, grant)) {
      countFrom(rate, grant, isAmongOthers);
      return;
    }
    long missing = base.missingAt(grant) - taken;
    if (missing - inFlight > MOST_ROUNDING) {
      shared = true;
      sharedAt = now;
      countFrom(rate, grant, isAmongOthers);
    } else if (missing < 0) {
      countFrom(rate, grant, isAmongOthers);
    }
  }

  /** Returns whether other requests were in flight beside one that has ended. */
  private boolean end(TokenRequest request) {
    boolean isAmongOthers = overlap;
    inFlight -= request.most();
    overlap &= --requests > 0;
    return isAmongOthers;
  }

  /** A request has no answer. */
  public synchronized void failed(TokenRequest request) {
    end(request);
    base = Base.NONE;
  }

  /** This client changes the level without a request: counts anew from the next answer on. */
  public synchronized void recount() {
    base = Base.NONE;
  }

  /** Whether less may have flowed in, because granted tokens live for a while. */
  private static boolean isNearlyFull(Rate rate, TokenRequest request, Grant grant) {
    return grant.tokens() > 0 && grant.fullIn() - rate.timeFor(grant.tokens()) < request.life();
  }

  /** Answers of requests that overlap may come in another order than the bucket gave them. */
  private void countFrom(Rate rate, Grant grant, boolean isAmongOthers) {
    base = isAmongOthers ? Base.NONE : new Base(rate, grant.mark(), grant.at());
    taken = 0;
  }
}
