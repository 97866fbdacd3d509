package io.goodput.sql;

import java.util.concurrent.CompletableFuture;

/** One caller that waits for tokens. Completed once, with whether it gets them. */
final class Waiter extends CompletableFuture<Boolean> {

  private final long tokens;
  private final long deadline;
  private final boolean patient;

  /**
   * A caller.
   *
   * @param deadline on {@link System#nanoTime()}
   * @param patient whether it waits for tokens, not only for an answer
   */
  Waiter(long tokens, long deadline, boolean patient) {
    this.tokens = tokens;
    this.deadline = deadline;
    this.patient = patient;
  }

  long tokens() {
    return tokens;
  }

  boolean isPatient() {
    return patient;
  }

  long nanosLeft() {
    return deadline - System.nanoTime();
  }
}
