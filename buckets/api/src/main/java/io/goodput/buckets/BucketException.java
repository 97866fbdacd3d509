package io.goodput.buckets;

/** A problem with the database that an operator can fix. The message says how. */
public final class BucketException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception without a cause. */
  public BucketException(String message) {
    super(message);
  }

  /** Creates an exception with a cause. */
  public BucketException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * The same problem, with the stack of this call.
   *
   * @hidden not part of the API
   */
  public BucketException again() {
    return new BucketException(String.valueOf(getMessage()), this);
  }
}
