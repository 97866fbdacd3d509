package io.goodput.cli.watch;

/** A row of {@code goodput.limits}, or a sum of such rows. */
public record LimitCounts(
    int limit,
    String mode,
    long accepted,
    long rejectedByCoordinator,
    long rejectedByReplicas,
    long wouldReject,
    long unstamped,
    long coalesced,
    long answeredStale) {

  static final LimitCounts NONE = new LimitCounts(0, "", 0, 0, 0, 0, 0, 0, 0);

  /** Adds another node's counts. While a change of the limit spreads, the higher limit counts. */
  LimitCounts plus(LimitCounts other) {
    return plus(1, other);
  }

  /** The counts since an earlier row of the same node, or all counts if they started again. */
  public LimitCounts since(LimitCounts earlier) {
    return accepted < earlier.accepted || rejected() < earlier.rejected()
        ? this
        : plus(-1, earlier);
  }

  private LimitCounts plus(int times, LimitCounts other) {
    return new LimitCounts(
        Math.max(limit, other.limit),
        mode.equals(other.mode) ? mode : "differs",
        accepted + times * other.accepted,
        rejectedByCoordinator + times * other.rejectedByCoordinator,
        rejectedByReplicas + times * other.rejectedByReplicas,
        wouldReject + times * other.wouldReject,
        unstamped + times * other.unstamped,
        coalesced + times * other.coalesced,
        answeredStale + times * other.answeredStale);
  }

  /** All rejected operations. */
  public long rejected() {
    return rejectedByCoordinator + rejectedByReplicas;
  }
}
