package io.goodput.cassandra.request;

import org.jspecify.annotations.Nullable;

/**
 * A check that each client request passes before Cassandra executes it.
 *
 * <p>Guards are thread-safe and run on the request's own thread. They return a verdict: an
 * exception that escapes from a guard is a fault of the plug-in, and the {@link Pipeline} admits
 * the request.
 */
public interface Guard {

  /** Admits everything. */
  Guard NONE =
      new Guard() {
        @Override
        public Verdict decide(Request request, Occasion occasion) {
          return Verdict.ADMIT;
        }

        @Override
        public boolean isIdle(Request request) {
          return true;
        }

        @Override
        public String activity() {
          return "";
        }
      };

  /**
   * Decides on a request.
   *
   * @param occasion says whether the guard may block
   * @return {@link Verdict#ADMIT} or a {@link Rejection}; {@link Verdict#UNDECIDED} only if the
   *     guard may not block
   */
  Verdict decide(Request request, Occasion occasion);

  /** Whether the guard has nothing to do for a request, which can bypass it. Must not throw. */
  default boolean isIdle(Request request) {
    return false;
  }

  /** Whether the guard may have something to say about a request that arrives now. */
  default boolean isActiveOnArrival(long now) {
    return false;
  }

  /**
   * Sees the end of a request that this guard admitted, where it may block.
   *
   * @param failure the exception that answers the client so far; null if Cassandra has executed the
   *     request
   * @return the rejection that answers the client instead; null to keep the answer
   */
  default @Nullable Rejection leave(Request request, @Nullable Throwable failure) {
    return null;
  }

  /** What the guard does, for the log: a phrase such as {@code deciding on a request}. */
  String activity();
}
