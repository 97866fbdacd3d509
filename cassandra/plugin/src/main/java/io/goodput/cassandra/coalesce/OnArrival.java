package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.request.Pipeline;
import io.goodput.cassandra.request.ReadIdentity;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Reply;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.coalesce.Coalescer;
import io.goodput.core.coalesce.ReadFacts;
import io.goodput.core.coalesce.RepeatedReads;
import org.jspecify.annotations.Nullable;

/**
 * The way of a read that has just arrived, and that waits without a thread.
 *
 * <p>It checks no permissions: a group consists of reads of one role, and Cassandra checks the
 * permissions of the read that is executed, which starts after all of them have arrived.
 */
record OnArrival(
    Request request,
    HotRead read,
    Pipeline guards,
    Coalescer<ReadIdentity, SharedAnswer> coalescer,
    RepeatedReads repeated,
    Reply reply,
    GroupAnswers answers)
    implements Way {

  @Override
  public Verdict ask() {
    return guards.arrive(request);
  }

  @Override
  public boolean isRepeated() {
    return repeated.isRepeated(request.likeness(), request.startedNanos());
  }

  @Override
  public boolean hasRoom(boolean isLineOpen) {
    return coalescer.hasRoom(sender(), isLineOpen);
  }

  private int sender() {
    return request.tenant().hashCode();
  }

  @Override
  public @Nullable Verdict await(@Nullable Rejection refused) {
    WaitingRead waiting = new WaitingRead(read, sender(), reply, answers);
    long now = request.startedNanos();
    long deadline = request.deadlineNanos();
    boolean waits =
        refused == null
            ? coalescer.join(read.identity(), now, deadline, waiting)
            : coalescer.begin(
                read.identity(),
                read.verdict(refused) == ReadFacts.Verdict.OVER_LIMIT,
                read.pauseNanos(refused),
                now,
                deadline,
                waiting);
    return waits ? Verdict.WAIT : null;
  }

  @Override
  public Verdict answer(StaleAnswers.Found stale) {
    return new Verdict.Answer(stale.message(reply));
  }
}
