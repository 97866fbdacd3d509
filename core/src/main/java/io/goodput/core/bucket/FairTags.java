package io.goodput.core.bucket;

/**
 * The tags of one client of a bucket in start-time fair queueing (Goyal, Vin, and Cheng, 1996), by
 * which clients that want more tokens than flow in share them max-min fairly.
 *
 * <p>The start tag of a request is what the client has taken so far, but no further than the
 * {@linkplain #depth depth} behind the bucket's virtual time. The virtual time is the largest start
 * tag of a request that got tokens. A queue would serve the request with the smallest tag first. A
 * bucket has no queue. Instead, a request leaves as many tokens to others as its tag is ahead of
 * the smallest possible one. So clients that have taken the most get only what the others leave,
 * and a client that wants less than its fair share finds tokens. A client that is alone leaves
 * nothing.
 *
 * <p>Others may keep the bucket too low for a request of many tokens. The bucket may owe them to a
 * client that has not taken more than the virtual time. Once it has, the others come first.
 *
 * <p>Thread-safe.
 */
public final class FairTags {

  private static final int OF_BURST = 2;
  private static final long FEWEST = 8;
  private static final long INFLOW_MICROS = 20_000;

  private final OtherClients others = new OtherClients();
  private long finish;
  private long virtualTime;

  /**
   * The request with its start tag and with what it leaves to others. {@link #answered}, {@link
   * #cancelled}, or {@link #failed} must follow.
   *
   * @param now in monotonic nanoseconds
   */
  public synchronized TokenRequest tagged(TokenRequest request, Rates rates, long now) {
    others.sent(request);
    long depth = depth(rates);
    long earliest = virtualTime - depth;
    long start = Math.max(finish, earliest);
    long most =
        request.most() > 0 && others.areNoticed(now)
            ? Math.min(depth, rates.burst() - request.least())
            : 0;
    long wait = mayOwe(now) ? request.longestWait() : 0;
    return (mayTakeAll(rates, now) ? request.allDue() : request)
        .tagged(Math.max(0, Math.min(start - earliest, most)), start, wait);
  }

  /**
   * Whether the client leaves nothing to others even if it takes tokens in advance: half of the
   * bucket would be too little to be shared, or there are no others and it fills soon.
   */
  private boolean mayTakeAll(Rates rates, long now) {
    return depth(rates) == 0 || (rates.fillSoon() && !others.areNoticed(now));
  }

  /**
   * Whether the bucket may owe tokens to this client: it shares the bucket, and has taken no more
   * than the virtual time.
   *
   * @param now in monotonic nanoseconds
   */
  public synchronized boolean mayOwe(long now) {
    return others.areNoticed(now) && finish <= virtualTime;
  }

  /**
   * How far a start tag may be behind the virtual time, and the most tokens to leave to others:
   * what flows in during 20 ms, at least {@value #FEWEST}, but less than half of the burst.
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
    others.answered(rates, request, grant, now);
    virtualTime = Math.max(virtualTime, grant.virtualTime());
    if (grant.tokens() > 0) {
      finish = Math.max(finish, request.start()) + grant.tokens();
    }
  }

  /** The bucket has not seen a request, so that it has taken nothing. */
  public synchronized void cancelled(TokenRequest request) {
    others.cancelled(request);
  }

  /** A request has no answer. */
  public synchronized void failed(TokenRequest request) {
    others.failed(request);
  }

  /** This client changes the level without a request, by a refund or a debit. */
  public synchronized void changedLevel() {
    others.recount();
  }
}
