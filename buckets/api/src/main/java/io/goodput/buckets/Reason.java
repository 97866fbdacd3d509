package io.goodput.buckets;

/** Why a bucket admitted or refused a caller. */
public enum Reason {
  /** The bucket had the tokens. */
  ADMITTED(true),
  /** The database did not answer, and the {@linkplain BucketOptions#fallback fallback} admitted. */
  FALLBACK(true),
  /** The bucket did not have the tokens. */
  LIMIT(false),
  /** The database did not answer in time, and no fallback admitted. */
  UNAVAILABLE(false),
  /** The buckets are closed, or an application has forgotten this one while the caller waited. */
  CLOSED(false);

  private final boolean admits;

  Reason(boolean admits) {
    this.admits = admits;
  }

  /** Whether the caller got its tokens. */
  public boolean admits() {
    return admits;
  }
}
