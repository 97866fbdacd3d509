package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.request.Reply;
import io.goodput.core.coalesce.PendingRead;
import io.goodput.core.coalesce.Reading;
import io.goodput.core.coalesce.Turn;

/**
 * A client's read that waits for its group without a thread. If its turn comes to lead the group, a
 * request thread executes it.
 *
 * @param sender a hash of its role
 */
record WaitingRead(HotRead read, int sender, Reply reply, GroupAnswers answers)
    implements PendingRead<SharedAnswer> {

  @Override
  public void lead(Turn<SharedAnswer> turn) {
    reply.execute(new GroupTurn(read, turn));
  }

  @Override
  public void answer(Reading<SharedAnswer> reading) {
    try {
      answers.answer(this, reading);
    } catch (Throwable e) {
      answers.faults().report("answering a group of reads", e);
      // There was no answer yet, so the read is executed as if there was no group.
      reply.execute(GroupTurn.ALONE);
    }
  }

  @Override
  public void fail(Throwable failure) {
    reply.reject(failure);
  }
}
