package io.goodput.core.coalesce;

/**
 * What is known of a read whose table coalesces reads or allows stale answers. Immutable.
 *
 * @param verdict what the limit and the fair shares say about the read
 * @param isLineOpen whether others wait for the same read, or one executes it
 * @param hasStaleAnswer whether a stale answer is known that its table allows
 * @param isRepeated whether others have just asked for the same
 * @param hasRoom whether one more read may wait, and would be tried before its deadline
 */
public record ReadFacts(
    Verdict verdict,
    boolean isLineOpen,
    boolean hasStaleAnswer,
    boolean isRepeated,
    boolean hasRoom) {

  /** What the limit and the fair shares say about a read. */
  public enum Verdict {
    /** They have not been asked. */
    UNKNOWN,
    OVER_LIMIT,
    /** Above a fair share, so that it may be admitted some milliseconds later. */
    ABOVE_SHARE,
    /** Refused for a reason that no wait removes. */
    REFUSED
  }

  /** What becomes of a read. */
  public enum Action {
    /** Ask the limit and the fair shares. */
    ASK,
    /** Wait for the next read of its line. */
    JOIN,
    /** Begin a line, which is tried again later. */
    BEGIN,
    /** Answer it with the stale answer. */
    STALE,
    REJECT
  }

  /**
   * What becomes of the read. A read that can join an open line does not ask: it would take the
   * admission for which the line waits. A read that no one repeats does not wait: it would cost
   * more than its rejection, and would answer only itself.
   */
  public Action action() {
    if (hasStaleAnswer && (isLineOpen || verdict == Verdict.OVER_LIMIT)) {
      return Action.STALE;
    }
    return switch (verdict) {
      case UNKNOWN -> isLineOpen && hasRoom ? Action.JOIN : Action.ASK;
      case OVER_LIMIT, ABOVE_SHARE -> wait(isLineOpen, isRepeated && hasRoom);
      case REFUSED -> Action.REJECT;
    };
  }

  private Action wait(boolean mayJoin, boolean mayBegin) {
    return mayJoin && hasRoom ? Action.JOIN : mayBegin ? Action.BEGIN : Action.REJECT;
  }
}
