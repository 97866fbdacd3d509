package io.goodput.cassandra.request;

import io.goodput.cassandra.fault.Faults;
import java.util.List;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.tracing.Tracing;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/**
 * Passes each request through guards in their order, and then on to the next step. Thread-safe;
 * allocates nothing.
 */
public final class Pipeline implements Execution {

  private final Guard[] guards;
  private final Execution next;
  private final Faults faults;

  /**
   * A pipeline.
   *
   * @param guards in the order in which requests pass them
   * @param next executes the requests that all guards admit
   */
  public Pipeline(List<? extends Guard> guards, Execution next, Faults faults) {
    this.guards = guards.toArray(Guard[]::new);
    this.next = next;
    this.faults = faults;
  }

  /**
   * Executes a request, and ends it: for the first pipeline on its way.
   *
   * @throws CassandraException if a guard rejects the request, or if Cassandra does
   */
  public ResultMessage run(Request request) {
    try {
      return execute(request);
    } catch (CassandraException e) {
      return Refusal.answer(e, request.canHavePayload());
    } finally {
      request.end();
    }
  }

  @Override
  public ResultMessage execute(Request request) {
    int entered = 0;
    ResultMessage answer;
    try {
      while (entered < guards.length) {
        throwIfAny(enter(guards[entered], request));
        entered++;
      }
      answer = next.execute(request);
    } catch (Throwable failure) {
      throwIfAny(leave(entered, request, failure));
      throw failure;
    }
    throwIfAny(leave(entered, request, null));
    return answer;
  }

  /** Whether a guard may have something to say about a request that arrives now. */
  public boolean isActiveOnArrival(long now) {
    for (Guard guard : guards) {
      if (guard.isActiveOnArrival(now)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Asks the guards about a prepared statement that has just arrived.
   *
   * @return the exception that answers the client; null to have a request thread execute the
   *     request
   */
  public @Nullable CassandraException arrive(Request request) {
    for (Guard guard : guards) {
      CassandraException rejection = guard.arrive(request);
      if (rejection != null) {
        return rejection;
      }
    }
    return null;
  }

  private @Nullable CassandraException enter(Guard guard, Request request) {
    try {
      return guard.enter(request);
    } catch (Throwable e) {
      faults.report(guard.activity(), e);
      return null;
    }
  }

  /** Leaves all guards that the request has entered, last one first. */
  private @Nullable CassandraException leave(
      int entered, Request request, @Nullable Throwable failure) {
    CassandraException rejection = null;
    for (int i = entered - 1; i >= 0; i--) {
      try {
        CassandraException own = guards[i].leave(request, rejection == null ? failure : rejection);
        rejection = own == null ? rejection : own;
      } catch (Throwable e) {
        faults.report(guards[i].activity(), e);
      }
    }
    return rejection;
  }

  private static void throwIfAny(@Nullable CassandraException rejection) {
    if (rejection != null) {
      Tracing.trace(rejection.getMessage());
      throw rejection;
    }
  }
}
