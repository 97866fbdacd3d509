package io.goodput.lab.bench;

/** A benchmark failed. The message is one sentence for the user. */
public final class BenchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** A failure without a cause. */
  public BenchException(String sentence) {
    super(sentence);
  }

  /** A failure with its cause. */
  public BenchException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
