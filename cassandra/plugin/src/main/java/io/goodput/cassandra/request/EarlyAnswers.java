package io.goodput.cassandra.request;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.fault.Faults;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.jspecify.annotations.Nullable;

/** Answers requests when they arrive, as far as a step decides on them then. Thread-safe. */
public final class EarlyAnswers {

  private final EarlyStep step;
  private final Faults faults;
  private final Counter answered = new Counter();

  /** Asks this step. */
  public EarlyAnswers(EarlyStep step, Faults faults) {
    this.step = step;
    this.faults = faults;
  }

  /** Requests that were answered, or that joined a group or a line, without a request thread. */
  public Counter answered() {
    return answered;
  }

  /** Whether the step may have something to say about a request that arrives now. */
  public boolean areDecided(long now) {
    return step.isActive(now);
  }

  /** Whether requests wait that have no request thread. */
  public boolean haveWaiting() {
    return step.hasWaiting();
  }

  /**
   * Answers a prepared statement, or has it wait, or has a request thread execute it with what is
   * known then.
   *
   * @param arrivedNanos when it arrived, on the {@link RequestClock}
   * @return false if nothing is known, so that the request goes its usual way
   */
  public boolean take(
      CQLStatement statement,
      ClientState client,
      QueryOptions options,
      @Nullable Map<String, ByteBuffer> payload,
      long arrivedNanos,
      Reply reply) {
    Request request =
        CurrentRequest.prepared(
            statement,
            new QueryState(client),
            options,
            payload,
            new Dispatcher.RequestTime(arrivedNanos));
    try {
      return take(step.decide(request, reply), request, reply);
    } catch (RequestValidationException e) {
      // Cassandra fails in the same way and tells the client why.
      return false;
    } catch (Throwable e) {
      faults.report("deciding on a request that arrives", e);
      return false;
    } finally {
      request.end();
    }
  }

  private boolean take(Verdict verdict, Request request, Reply reply) {
    if (!Verdict.isFinal(verdict)) {
      Handover known = request.course().handover();
      if (known == Handover.NONE) {
        return false;
      }
      reply.execute(known);
      return true;
    }
    answered.inc();
    if (verdict instanceof Rejection rejection) {
      rejection.count();
      reply.reject(rejection.answer());
    } else if (verdict instanceof Verdict.Answer answer) {
      reply.answer(answer.message());
    }
    return true;
  }
}
