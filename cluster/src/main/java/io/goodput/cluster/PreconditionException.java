package io.goodput.cluster;

/**
 * Something that the user can put right kept a cluster from starting; no process was started. The
 * message is one sentence that names the thing and the fix.
 */
public final class PreconditionException extends ClusterException {

  private static final long serialVersionUID = 1L;

  /** With the sentence to show. */
  public PreconditionException(String sentence) {
    super(sentence);
  }

  PreconditionException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
