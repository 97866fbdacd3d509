package io.goodput.core.bucket;

/**
 * What a client says about its latest grant: all of its tokens were spent, or given up, before
 * their life ended.
 *
 * @param grant the {@link Grant#number} of the grant; 0 if the client says nothing
 * @param early how long before the end of their life the last of them was spent, at least, in
 *     microseconds on the bucket's clock
 */
public record Spent(long grant, long early) {

  /** The client says nothing. */
  public static final Spent NONE = new Spent(0, 0);

  /**
   * The tokens of a grant were all spent up to an age.
   *
   * @param life of the tokens, in microseconds
   * @param age on the client's monotonic clock in nanoseconds, at least the time since the grant
   */
  static Spent atAge(long age, Grant grant, long life) {
    long early = life - Lease.atMost(age);
    return early > 0 ? new Spent(grant.number(), early) : NONE;
  }
}
