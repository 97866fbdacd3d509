package io.goodput.bench;

/** A benchmark could not be carried out. The message is one sentence for the user. */
public final class BenchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With the sentence to show. */
  public BenchException(String sentence) {
    super(sentence);
  }

  /** With the sentence to show. */
  public BenchException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
