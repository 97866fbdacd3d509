package io.goodput.buckets;

/**
 * A bucket has refused a reservation, and the work for it has not run. Has no stack trace, so that
 * refusals cost little.
 */
public final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Verdict verdict;

  RefusedException(String id, Verdict verdict) {
    super("Bucket '%s' refused a reservation: %s.".formatted(id, verdict), null, true, false);
    this.verdict = verdict;
  }

  /** The bucket's answer: why it refused, and after which time another call makes sense. */
  public Verdict verdict() {
    return verdict;
  }
}
