package io.goodput.cli;

/** A command failed for a reason that the user can correct. The message also names the remedy. */
public final class CorrectableException extends CommandException {

  private static final long serialVersionUID = 1L;

  /** A failure with the sentence to show to the user. */
  public CorrectableException(String sentence) {
    super(sentence);
  }
}
