package io.goodput.lab.bench.load;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What clients do about a request that has no good answer. */
public enum Retries {
  /**
   * Much as the Java driver does by default: after an overload, the next node, until all had it.
   */
  DEFAULT(2, false, null),
  /** After a timeout or an overload, the next node at once, three times. */
  THREE(3, true, null),
  /** Without an answer after a while, the next node, too; the first answer counts. */
  SPECULATIVE(0, false, Duration.ofMillis(100)),
  /** As {@link LibraryRequests} do. */
  MODULE(0, false, null);

  private final int most;
  private final boolean afterTimeouts;
  private final @Nullable Duration hedgeAfter;

  Retries(int most, boolean afterTimeouts, @Nullable Duration hedgeAfter) {
    this.most = most;
    this.afterTimeouts = afterTimeouts;
    this.hedgeAfter = hedgeAfter;
  }

  /** The most attempts of a request that follow one another, after the first. */
  public int most() {
    return most;
  }

  /** Whether a request is sent again that had no answer in time, or a timeout as its answer. */
  boolean areAfterTimeouts() {
    return afterTimeouts;
  }

  /** After which time without an answer a request is sent once more; null for never. */
  @Nullable Duration hedgeAfter() {
    return hedgeAfter;
  }
}
