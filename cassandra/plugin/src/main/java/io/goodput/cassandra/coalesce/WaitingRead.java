package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.option.HotReads;
import io.goodput.cassandra.request.Arrived;
import io.goodput.cassandra.request.ReadIdentity;
import io.goodput.cassandra.request.Reply;
import io.goodput.core.coalesce.PendingRead;
import io.goodput.core.coalesce.Reading;
import io.goodput.core.coalesce.Turn;
import java.util.function.BiConsumer;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A client's read that waits for its group without a thread. If its turn comes to lead the group, a
 * request thread executes it.
 */
final class WaitingRead implements PendingRead<SharedAnswer>, Arrived {

  /** What identical reads have in common. */
  record Subject(
      ReadIdentity read,
      TableMetadata table,
      @Nullable TableLimit limit,
      HotReads option,
      Token partition,
      ConsistencyLevel consistency) {}

  private final Subject subject;
  private final Reply reply;
  private final BiConsumer<WaitingRead, Reading<SharedAnswer>> answer;
  private @Nullable Turn<SharedAnswer> turn;

  /**
   * A read that waits.
   *
   * @param answer answers the client
   */
  WaitingRead(Subject subject, Reply reply, BiConsumer<WaitingRead, Reading<SharedAnswer>> answer) {
    this.subject = subject;
    this.reply = reply;
    this.answer = answer;
  }

  Subject subject() {
    return subject;
  }

  Reply reply() {
    return reply;
  }

  /** Takes the turn of the group, which the caller has to use; null if there is none left. */
  @Nullable Turn<SharedAnswer> takeTurn() {
    Turn<SharedAnswer> taken = turn;
    turn = null;
    return taken;
  }

  @Override
  public void lead(Turn<SharedAnswer> ownTurn) {
    turn = ownTurn;
    reply.execute(this);
  }

  @Override
  public void answer(Reading<SharedAnswer> reading) {
    answer.accept(this, reading);
  }

  @Override
  public void fail(Throwable failure) {
    reply.reject(failure);
  }

  @Override
  public boolean isAdmitted() {
    return false;
  }

  @Override
  public boolean isKept() {
    return false;
  }

  @Override
  public boolean isWatched() {
    return true;
  }

  /** Passes the turn on if the request was shed on its way. */
  @Override
  public void ended() {
    Turn<SharedAnswer> unused = takeTurn();
    if (unused != null) {
      unused.pass();
    }
  }
}
