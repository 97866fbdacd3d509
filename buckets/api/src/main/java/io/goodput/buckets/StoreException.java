package io.goodput.buckets;

/**
 * A request to the store of the buckets failed, or got no answer in time, or its answer came too
 * late. Any tokens that it took are lost. The next request may succeed.
 */
public final class StoreException extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean isLate;
  private final boolean isUnavailable;

  /** Creates an exception without a cause. */
  public StoreException(String message) {
    super(message);
    this.isLate = false;
    this.isUnavailable = false;
  }

  /** Creates an exception with a cause. */
  public StoreException(String message, Throwable cause) {
    this(message, cause, false);
  }

  private StoreException(String message, Throwable cause, boolean isUnavailable) {
    super(message, cause);
    this.isLate = false;
    this.isUnavailable = isUnavailable;
  }

  private StoreException(String message, boolean isLate) {
    super(message);
    this.isLate = isLate;
    this.isUnavailable = false;
  }

  /** An answer came so late that its tokens must not be spent. */
  public static StoreException late(String message) {
    return new StoreException(message, true);
  }

  /** The store cannot answer any request now. */
  public static StoreException unavailable(String message, Throwable cause) {
    return new StoreException(message, cause, true);
  }

  /** Whether there was an answer, but so late that its tokens must not be spent. */
  public boolean isLate() {
    return isLate;
  }

  /** Whether requests for other buckets would fail, too. */
  public boolean isUnavailable() {
    return isUnavailable;
  }
}
