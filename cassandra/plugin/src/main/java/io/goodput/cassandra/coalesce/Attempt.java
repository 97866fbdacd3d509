package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Pipeline;
import io.goodput.cassandra.request.Refusal;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.core.coalesce.GroupRead;
import io.goodput.core.coalesce.ReadFacts;
import java.util.Objects;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/** Executes a client's read for all who want the same. Belongs to the thread of the request. */
final class Attempt implements GroupRead<SharedAnswer> {

  private final Request request;
  private final HotRead read;
  private final Pipeline next;
  private final Faults faults;
  private @Nullable ResultMessage own;
  private @Nullable Rejection lastRejection;
  private SharedAnswer answer = SharedAnswer.NONE;

  /**
   * A read that is not executed yet.
   *
   * @param next asks the limit and executes the read
   */
  Attempt(Request request, HotRead read, Pipeline next, Faults faults) {
    this.request = request;
    this.read = read;
    this.next = next;
    this.faults = faults;
  }

  @Override
  public boolean attempt() {
    lastRejection = execute(Occasion.TURN) instanceof Refusal refusal ? refusal.rejection() : null;
    return lastRejection == null;
  }

  /** Why the last attempt was not admitted; null if it was. */
  @Nullable Rejection lastRejection() {
    return lastRejection;
  }

  @Override
  public boolean isOverLimit() {
    return lastRejection != null && read.verdict(lastRejection) == ReadFacts.Verdict.OVER_LIMIT;
  }

  /** Executes the read. One that has waited for its turn begins now. */
  ResultMessage execute(Occasion occasion) {
    int warnings = SharedAnswer.warningsOfThread().size();
    long started = RequestClock.now();
    if (occasion == Occasion.TURN) {
      request.beginAt(started);
    }
    ResultMessage message = next.execute(request, occasion);
    own = message;
    if (!(message instanceof Refusal)) {
      try {
        answer = SharedAnswer.of(message, warnings, started);
      } catch (RuntimeException e) {
        faults.report("sharing an answer", e);
      }
    }
    return message;
  }

  @Override
  public SharedAnswer answer() {
    return answer;
  }

  /** The message for the client whose read was executed. */
  ResultMessage own() {
    return Objects.requireNonNull(own);
  }

  @Override
  public long pauseNanos() {
    return lastRejection == null ? NEVER : read.pauseNanos(lastRejection);
  }
}
