package io.goodput.cli.top;

/**
 * A row of {@code goodput.limits}, or the sum of such rows; counts are of operations since the
 * limit was set or the node started.
 */
record LimitCounts(
    int limit,
    String mode,
    long accepted,
    long rejectedByCoordinator,
    long rejectedByReplicas,
    long wouldReject,
    long unstamped) {

  private static final String DIFFERS = "differs";

  /** With another node's counts. While a change of the limit spreads, the higher one is shown. */
  LimitCounts plus(LimitCounts other) {
    return new LimitCounts(
        Math.max(limit, other.limit),
        mode.equals(other.mode) ? mode : DIFFERS,
        accepted + other.accepted,
        rejectedByCoordinator + other.rejectedByCoordinator,
        rejectedByReplicas + other.rejectedByReplicas,
        wouldReject + other.wouldReject,
        unstamped + other.unstamped);
  }

  /** What came since an earlier row of the same node; all of it if the node has begun anew. */
  LimitCounts since(LimitCounts earlier) {
    if (accepted < earlier.accepted || rejected() < earlier.rejected()) {
      return this;
    }
    return new LimitCounts(
        limit,
        mode,
        accepted - earlier.accepted,
        rejectedByCoordinator - earlier.rejectedByCoordinator,
        rejectedByReplicas - earlier.rejectedByReplicas,
        wouldReject - earlier.wouldReject,
        unstamped - earlier.unstamped);
  }

  private long rejected() {
    return rejectedByCoordinator + rejectedByReplicas;
  }
}
