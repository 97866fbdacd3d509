package io.goodput.lab.nodes;

/**
 * A cluster cannot start for a reason that the user can fix; no process was started. The message is
 * one sentence that names the problem and the fix.
 */
public final class PreconditionException extends ClusterException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with the sentence to show to the user. */
  public PreconditionException(String sentence) {
    super(sentence);
  }

  PreconditionException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
