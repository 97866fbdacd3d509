package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Pipeline;
import io.goodput.cassandra.request.ReadIdentity;
import io.goodput.cassandra.request.Refusal;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.coalesce.Coalescer;
import io.goodput.core.coalesce.Reading;
import io.goodput.core.coalesce.Turn;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/** The way of a read with a request thread, which executes it, and waits for it. */
record OnThread(
    Request request,
    HotRead read,
    boolean isRepeated,
    Pipeline next,
    Coalescer<ReadIdentity, SharedAnswer> coalescer,
    GroupAnswers answers)
    implements Way {

  @Override
  public Verdict ask() {
    if (read.limit() == null || !read.option().allowsStale()) {
      return verdict(next.execute(request));
    }
    Attempt attempt = attempt();
    Verdict verdict = verdict(attempt.execute(Occasion.EXECUTION));
    answers.stale().keep(read, attempt.answer());
    return verdict;
  }

  private static Verdict verdict(ResultMessage message) {
    return message instanceof Refusal refusal ? refusal.rejection() : new Verdict.Answer(message);
  }

  private Attempt attempt() {
    return new Attempt(request, read, next, answers.faults());
  }

  @Override
  public boolean hasRoom(boolean isLineOpen) {
    return coalescer.hasRoomForThread();
  }

  @Override
  public @Nullable Verdict await(@Nullable Rejection refused) {
    Attempt attempt = attempt();
    Reading<SharedAnswer> reading =
        coalescer.read(read.identity(), request.deadlineNanos(), attempt);
    return reading.outcome() == Reading.Outcome.ALONE
        ? null
        : verdict(answers.answer(this, attempt, reading));
  }

  /** Executes the read of a group whose members wait without threads. */
  ResultMessage lead(Turn<SharedAnswer> turn) {
    Attempt attempt = attempt();
    return answers.answer(this, attempt, turn.read(attempt));
  }

  @Override
  public Verdict answer(StaleAnswers.Found stale) {
    return new Verdict.Answer(stale.message(request));
  }
}
