package io.goodput.cluster;

/** A cluster failed to start or to stay up. The message is one sentence for the user. */
public class ClusterException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ClusterException(String sentence) {
    super(sentence);
  }

  ClusterException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
