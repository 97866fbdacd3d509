package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.RateLimitReachedException;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.core.coalesce.GroupRead;
import java.util.Objects;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/** Executes a client's read for all who want the same. Belongs to the thread of the request. */
final class Attempt implements GroupRead<SharedAnswer> {

  private final Request request;
  private final @Nullable TableLimit limit;
  private final Execution next;
  private final Faults faults;
  private @Nullable ResultMessage own;
  private SharedAnswer answer = SharedAnswer.NONE;

  /**
   * A read that is not executed yet.
   *
   * @param limit the limit of its partition; null if it has none
   * @param next checks the limit and executes the read
   */
  Attempt(Request request, @Nullable TableLimit limit, Execution next, Faults faults) {
    this.request = request;
    this.limit = limit;
    this.next = next;
    this.faults = faults;
  }

  @Override
  public boolean attempt() {
    request.setTrial(limit != null);
    request.setInTurn(limit != null);
    try {
      execute();
      return true;
    } catch (RateLimitReachedException rejection) {
      if (limit == null || !limit.rejectsWith(rejection)) {
        throw rejection;
      }
      return false;
    } finally {
      request.setTrial(false);
      request.setInTurn(false);
    }
  }

  /** Executes the read, which begins now. */
  void execute() {
    int warnings = SharedAnswer.warningsOfThread().size();
    long started = RequestClock.now();
    request.beginAt(started);
    ResultMessage message = next.execute(request);
    own = message;
    try {
      answer = SharedAnswer.of(message, warnings, started);
    } catch (RuntimeException e) {
      faults.report("sharing an answer", e);
    }
  }

  @Override
  public SharedAnswer answer() {
    return answer;
  }

  /** The message for the client whose read was executed. */
  ResultMessage own() {
    return Objects.requireNonNull(own);
  }

  /** About as long as the limit lets one read pass in the whole cluster. */
  @Override
  public long pauseNanos() {
    return limit == null || limit.perSecond() == 0 ? NEVER : limit.periodNanos();
  }
}
