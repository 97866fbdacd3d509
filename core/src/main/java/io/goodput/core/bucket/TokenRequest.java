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
 */
public record TokenRequest(long least, long due, long most, long life, long reserve, long start) {

  /** Asks for the state of the bucket only. */
  public static final TokenRequest NOTHING = new TokenRequest(1, 0, 0, 0);

  /** A request that leaves nothing to other clients. */
  public TokenRequest(long least, long due, long most, long life) {
    this(least, due, most, life, 0, 0);
  }

  /** A request for tokens to be spent at the moment of the grant, all or none. */
  public static TokenRequest forOne(long tokens) {
    return forOne(tokens, 0);
  }

  /** A request for tokens to be spent when the answer arrives, all or none. */
  public static TokenRequest forOne(long tokens, long life) {
    return new TokenRequest(tokens, tokens, tokens, life);
  }

  /**
   * Whether tokens of this age may no longer be spent.
   *
   * @param age on the client's monotonic clock in nanoseconds, at least the time since the grant
   */
  public boolean isOver(long age) {
    return age >= Lease.life(life);
  }
}
