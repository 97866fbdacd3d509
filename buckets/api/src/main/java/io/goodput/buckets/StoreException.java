package io.goodput.buckets;

import org.jspecify.annotations.Nullable;

/**
 * A request to the store of the buckets failed, or got no answer in time, or its answer came too
 * late. Any tokens that it took are lost. The next request may succeed.
 */
public final class StoreException extends Exception {

  private static final long serialVersionUID = 1L;

  private enum Kind {
    FAILED,
    LATE,
    UNAVAILABLE
  }

  private final Kind kind;

  /** Creates an exception without a cause. */
  public StoreException(String message) {
    super(message);
    this.kind = Kind.FAILED;
  }

  /** Creates an exception with a cause. */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
    this.kind = Kind.FAILED;
  }

  private StoreException(String message, @Nullable Throwable cause, Kind kind) {
    super(message, cause);
    this.kind = kind;
  }

  /** An answer came so late that its tokens must not be spent. */
  public static StoreException late(String message) {
    return new StoreException(message, null, Kind.LATE);
  }

  /** The store cannot answer any request now. */
  public static StoreException unavailable(String message, Throwable cause) {
    return new StoreException(message, cause, Kind.UNAVAILABLE);
  }

  /** Whether there was an answer, but so late that its tokens must not be spent. */
  public boolean isLate() {
    return kind == Kind.LATE;
  }

  /** Whether requests for other buckets would fail, too. */
  public boolean isUnavailable() {
    return kind == Kind.UNAVAILABLE;
  }
}
