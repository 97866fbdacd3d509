package io.goodput.lab.nodes;

/** A cluster failed to start, to stay up, or to serve. The message is one sentence for the user. */
public class ClusterException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with the sentence to show to the user. */
  public ClusterException(String sentence) {
    super(sentence);
  }

  ClusterException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
