package io.goodput.core.bucket;

/**
 * What a client requests from a bucket, in tokens.
 *
 * @param least the fewest tokens that the client accepts, at least 1
 * @param due tokens that are needed now, to be spent at once
 * @param most the most tokens to grant, those in advance included; at least {@code due}
 * @param life how long tokens granted in advance live, in microseconds; 0 if {@code most} is {@code
 *     due}
 */
public record TokenRequest(long least, long due, long most, long life) {

  /** A request for tokens to be spent at once, all or none. */
  public static TokenRequest forOne(long tokens) {
    return new TokenRequest(tokens, tokens, tokens, 0);
  }
}
