package io.goodput.core.bucket;

/**
 * What a client requests from a bucket, in tokens.
 *
 * @param least the fewest tokens that the client accepts, at least 1
 * @param due tokens that are needed now, to be spent at once
 * @param most the most tokens to grant, those in advance included; at least {@code due}
 * @param life how long granted tokens live, in microseconds, at most 5 s; 0 if they are spent at
 *     the moment of the grant
 * @param reserve tokens that the request leaves in the bucket for other clients, at least 0
 * @param start the start tag of the request, as {@link FairTags} says
 * @param longestWait how long the client waits at most for the fewest tokens, in microseconds: the
 *     bucket may owe them until they have flowed in; 0 if it must have them
 * @param spent what the client says about its latest grant
 */
public record TokenRequest(
    long least,
    long due,
    long most,
    long life,
    long reserve,
    long start,
    long longestWait,
    Spent spent) {

  /** Owed tokens live longer by this part of the wait, because clocks may run apart. */
  private static final int SLACK_OF_WAIT = 16;

  /** Asks for the state of the bucket only. */
  public static final TokenRequest NOTHING = new TokenRequest(1, 0, 0, 0);

  /** A request that leaves nothing to other clients. */
  public TokenRequest(long least, long due, long most, long life) {
    this(least, due, most, life, 0, 0, 0, Spent.NONE);
  }

  /** A request for tokens to be spent at the moment of the grant, all or none. */
  public static TokenRequest forOne(long tokens) {
    return forOne(tokens, 0);
  }

  /** A request for tokens to be spent when the answer arrives, all or none. */
  public static TokenRequest forOne(long tokens, long life) {
    return new TokenRequest(tokens, tokens, tokens, life);
  }

  /** This request for tokens that live no longer than this, in microseconds. */
  public TokenRequest livingAtMost(long longest) {
    return new TokenRequest(
        least, due, most, Math.min(life, longest), reserve, start, longestWait, spent);
  }

  /** This request by a client that waits for the fewest tokens, in microseconds. */
  public TokenRequest waiting(long longest) {
    return new TokenRequest(least, due, most, life, reserve, start, longest, spent);
  }

  /** This request by a client that says what it has spent. */
  public TokenRequest after(Spent known) {
    return new TokenRequest(least, due, most, life, reserve, start, longestWait, known);
  }

  /** This request if all tokens are as urgent as those that are due. */
  TokenRequest allDue() {
    return new TokenRequest(least, most, most, life, reserve, start, longestWait, spent);
  }

  /** This request with the tags of a client. */
  TokenRequest tagged(long reserved, long tag, long longest) {
    return new TokenRequest(least, due, most, life, reserved, tag, longest, spent);
  }

  /**
   * Whether a bucket owes the fewest tokens, instead of rejecting the request.
   *
   * @param wait until they have flowed in, in microseconds
   * @param ahead how far the bucket is counted ahead of its clock, in microseconds
   */
  public boolean isOwed(Rates rates, long wait, long ahead) {
    // Further limits may be full long before the end of the wait, and must not get more.
    long after = life + wait / SLACK_OF_WAIT + (rates.all().size() > 1 ? wait : ahead);
    return wait <= longestWait
        && least <= rates.burst()
        && after <= BucketState.FARTHEST_AHEAD
        && !rates.haveCalendar();
  }

  /** How long the tokens of an answer live, in microseconds. */
  long lifeOf(Grant grant) {
    return grant.isOwed() ? owedLife(grant.enoughIn()) : Math.min(life, grant.endIn());
  }

  /**
   * How long owed tokens live, in microseconds.
   *
   * @param wait until they have flowed in, in microseconds
   */
  long owedLife(long wait) {
    return life + wait + wait / SLACK_OF_WAIT;
  }

  /**
   * Whether tokens of this grant may no longer be spent.
   *
   * @param age on the client's monotonic clock in nanoseconds, at least the time since the grant
   */
  public boolean isOver(long age, Grant grant) {
    return age >= Lease.life(lifeOf(grant));
  }
}
