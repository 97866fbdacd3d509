package io.goodput.cassandra.request;

import io.goodput.cassandra.fault.Faults;
import java.util.List;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/**
 * Passes each request through up to three guards in their order, and then on to the next step.
 * Thread-safe; allocates nothing for a request that all guards admit.
 *
 * <p>Each place has its own calls, so that the compiler learns which guard is there and inlines it.
 */
public final class Pipeline implements Execution {

  private final Guard first;
  private final Guard second;
  private final Guard third;
  private final Execution next;
  private final Faults faults;

  /**
   * A pipeline.
   *
   * @param guards in the order in which requests pass them, at most three
   * @param next executes the requests that all guards admit
   */
  public Pipeline(List<? extends Guard> guards, Execution next, Faults faults) {
    if (guards.size() > 3) {
      throw new IllegalArgumentException("A pipeline has room for three guards");
    }
    this.first = guards.size() > 0 ? guards.get(0) : Guard.NONE;
    this.second = guards.size() > 1 ? guards.get(1) : Guard.NONE;
    this.third = guards.size() > 2 ? guards.get(2) : Guard.NONE;
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
      ResultMessage answer = execute(request);
      if (answer instanceof Refusal refusal) {
        refusal.rejection().count(faults);
        return refusal.send(request.canHavePayload());
      }
      return answer;
    } finally {
      request.end();
    }
  }

  @Override
  public ResultMessage execute(Request request) {
    return execute(request, Occasion.EXECUTION);
  }

  /** Executes a request; the answer is a {@link Refusal} if a guard rejects it. */
  public ResultMessage execute(Request request, Occasion occasion) {
    return first.isIdle(request) && second.isIdle(request) && third.isIdle(request)
        ? next.execute(request)
        : executeGuarded(request, occasion);
  }

  private ResultMessage executeGuarded(Request request, Occasion occasion) {
    int entered = 0;
    Rejection rejection = enterFirst(request, occasion);
    if (rejection == null) {
      entered++;
      rejection = enterSecond(request, occasion);
    }
    if (rejection == null) {
      entered++;
      rejection = enterThird(request, occasion);
    }
    if (rejection != null) {
      Rejection last = leave(entered, request, rejection, null);
      return new Refusal(last == null ? rejection : last);
    }
    ResultMessage answer;
    try {
      answer = next.execute(request);
    } catch (Throwable failure) {
      Rejection instead = leave(3, request, null, failure);
      if (instead == null) {
        throw failure;
      }
      return new Refusal(instead);
    }
    Rejection refused = answer instanceof Refusal refusal ? refusal.rejection() : null;
    Rejection instead = leave(3, request, refused, null);
    return instead == null || instead == refused ? answer : new Refusal(instead);
  }

  private @Nullable Rejection enterFirst(Request request, Occasion occasion) {
    try {
      return first.decide(request, occasion) instanceof Rejection rejection ? rejection : null;
    } catch (Throwable e) {
      faults.report(first.activity(), e);
      return null;
    }
  }

  private @Nullable Rejection enterSecond(Request request, Occasion occasion) {
    try {
      return second.decide(request, occasion) instanceof Rejection rejection ? rejection : null;
    } catch (Throwable e) {
      faults.report(second.activity(), e);
      return null;
    }
  }

  private @Nullable Rejection enterThird(Request request, Occasion occasion) {
    try {
      return third.decide(request, occasion) instanceof Rejection rejection ? rejection : null;
    } catch (Throwable e) {
      faults.report(third.activity(), e);
      return null;
    }
  }

  /** Leaves all guards that the request has entered, last one first; returns what answers it. */
  private @Nullable Rejection leave(
      int entered, Request request, @Nullable Rejection known, @Nullable Throwable failure) {
    Rejection rejection = known;
    if (entered > 2) {
      rejection = leaveThird(request, rejection, failure);
    }
    if (entered > 1) {
      rejection = leaveSecond(request, rejection, failure);
    }
    return entered > 0 ? leaveFirst(request, rejection, failure) : rejection;
  }

  private @Nullable Rejection leaveFirst(
      Request request, @Nullable Rejection known, @Nullable Throwable failure) {
    try {
      Rejection own = first.leave(request, known == null ? failure : known.answer());
      return own == null ? known : own;
    } catch (Throwable e) {
      faults.report(first.activity(), e);
      return known;
    }
  }

  private @Nullable Rejection leaveSecond(
      Request request, @Nullable Rejection known, @Nullable Throwable failure) {
    try {
      Rejection own = second.leave(request, known == null ? failure : known.answer());
      return own == null ? known : own;
    } catch (Throwable e) {
      faults.report(second.activity(), e);
      return known;
    }
  }

  private @Nullable Rejection leaveThird(
      Request request, @Nullable Rejection known, @Nullable Throwable failure) {
    try {
      Rejection own = third.leave(request, known == null ? failure : known.answer());
      return own == null ? known : own;
    } catch (Throwable e) {
      faults.report(third.activity(), e);
      return known;
    }
  }

  /** Whether a guard may have something to say about a request that arrives now. */
  public boolean isActiveOnArrival(long now) {
    return first.isActiveOnArrival(now)
        || second.isActiveOnArrival(now)
        || third.isActiveOnArrival(now);
  }

  /** What the guards say about a prepared statement that has just arrived. */
  public Verdict arrive(Request request) {
    Verdict verdict = first.decide(request, Occasion.ARRIVAL);
    if (!(verdict instanceof Rejection)) {
      verdict = second.decide(request, Occasion.ARRIVAL);
    }
    return verdict instanceof Rejection ? verdict : third.decide(request, Occasion.ARRIVAL);
  }
}
