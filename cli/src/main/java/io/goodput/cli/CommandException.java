package io.goodput.cli;

/** A command failed. The message is one sentence for the user. */
public class CommandException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** A failure with the sentence to show to the user. */
  public CommandException(String sentence) {
    super(sentence);
  }

  /** A failure with its cause. */
  public CommandException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
