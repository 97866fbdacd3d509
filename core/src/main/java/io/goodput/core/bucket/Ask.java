package io.goodput.core.bucket;

/**
 * What a client asks of a bucket, in tokens.
 *
 * @param least with fewer it can do nothing, at least 1
 * @param due what is waited for, to be spent at once
 * @param most what it takes if there is plenty, the rest of it in advance; not less than {@code
 *     due}
 * @param life how long tokens taken in advance live, in microseconds; 0 if {@code most} is {@code
 *     due}
 */
public record Ask(long least, long due, long most, long life) {

  /** For one request, to be spent at once. */
  public static Ask forOne(long tokens) {
    return new Ask(tokens, tokens, tokens, 0);
  }
}
