package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.request.Handover;
import io.goodput.core.coalesce.Turn;
import org.jspecify.annotations.Nullable;

/** Has a request thread lead a group that waits without threads. Belongs to that thread. */
final class GroupTurn extends Handover {

  /** Has a request thread execute a read that has waited for an answer that no one can share. */
  static final Handover ALONE = new Handover(false, false, true);

  private final HotRead read;
  private @Nullable Turn<SharedAnswer> turn;

  GroupTurn(HotRead read, Turn<SharedAnswer> turn) {
    super(false, false, true);
    this.read = read;
    this.turn = turn;
  }

  @Override
  public boolean mayPostpone() {
    return true;
  }

  HotRead read() {
    return read;
  }

  /** Takes the turn of the group, which the caller has to use; null if there is none left. */
  @Nullable Turn<SharedAnswer> take() {
    Turn<SharedAnswer> taken = turn;
    turn = null;
    return taken;
  }

  /** Passes the turn on if the request was shed on its way. */
  @Override
  public void ended() {
    Turn<SharedAnswer> unused = take();
    if (unused != null) {
      unused.pass();
    }
  }
}
