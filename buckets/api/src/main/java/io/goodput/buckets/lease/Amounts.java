package io.goodput.buckets.lease;

import io.goodput.core.bucket.Rate;

/** The numbers of tokens that callers of a bucket may ask for. Thread-safe. */
final class Amounts {

  private final String id;
  private final StoredBucket stored;
  private final Runnable askForLimits;

  /**
   * Bounds the numbers by the limits in force, as far as they are known.
   *
   * @param askForLimits lets the store say which limits are in force
   */
  Amounts(String id, StoredBucket stored, Runnable askForLimits) {
    this.id = id;
    this.stored = stored;
    this.askForLimits = askForLimits;
  }

  /** Asks whether a larger burst is in force, if the caller needs one. */
  void learn(long tokens) {
    if (tokens > stored.mostTokens() && stored.isOutdated()) {
      askForLimits.run();
    }
  }

  /** The number of tokens to take, all or none. */
  long checked(long tokens) {
    if (tokens < 1 || tokens > stored.mostTokens()) {
      throw new IllegalArgumentException(
          "%d tokens cannot be taken from bucket '%s': take 1 to %d, its burst."
              .formatted(tokens, id, stored.mostTokens()));
    }
    return tokens;
  }

  /** The number of tokens to take at most: the bucket never has more than its burst. */
  long atMost(long tokens) {
    return Math.min(anyNumber(tokens), stored.mostTokens());
  }

  /** A number of tokens, also of more than a full bucket has. */
  long anyNumber(long tokens) {
    if (tokens < 1 || tokens > Rate.MAX_BURST) {
      throw new IllegalArgumentException(
          "%d tokens of bucket '%s' are not possible here: choose 1 to %d."
              .formatted(tokens, id, Rate.MAX_BURST));
    }
    return tokens;
  }
}
