package io.goodput.sql;

/** Something about the database that has to be put right. The message says what and how. */
public final class BucketException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BucketException(String message) {
    super(message);
  }

  BucketException(String message, Throwable cause) {
    super(message, cause);
  }
}
