package io.goodput.cassandra.transaction;

import io.goodput.cassandra.request.Handover;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Reply;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.core.line.PendingTurn;
import io.goodput.core.line.Place;
import org.apache.cassandra.schema.TableMetadata;

/**
 * A transaction that has entered its line when it arrived. Has a request thread execute it in its
 * turn.
 */
final class LineTurn extends Handover implements PendingTurn {

  private final TransactionLines lines;
  private final TransactionKey key;
  private final TableMetadata table;
  private final Reply reply;
  private final long arrived;
  private final Place place;
  private volatile long held;
  private volatile long contentions;

  /**
   * A transaction that has just arrived.
   *
   * @param deadline when its client gives up, on the {@link RequestClock}
   */
  LineTurn(
      TransactionLines lines,
      TransactionKey key,
      TableMetadata table,
      Request request,
      Reply reply,
      long deadline) {
    super(request.course().handover(), true);
    this.lines = lines;
    this.key = key;
    this.table = table;
    this.reply = reply;
    this.arrived = request.startedNanos();
    this.place = Place.of(this, deadline);
  }

  Place place() {
    return place;
  }

  @Override
  public void proceed() {
    held = RequestClock.now() - arrived;
    contentions = lines.contentions();
    reply.execute(this);
  }

  @Override
  public void giveUp() {
    Rejection late = lines.late(table);
    late.count();
    reply.reject(late.answer());
  }

  @Override
  public long heldNanos() {
    return held;
  }

  @Override
  public boolean hasWaited() {
    return true;
  }

  /** Ends the turn. */
  @Override
  public void ended() {
    lines.leave(key, place, contentions);
  }
}
