package io.goodput.cassandra.watch;

import io.goodput.cassandra.request.Handover;
import io.goodput.cassandra.request.Reply;
import java.util.function.BiConsumer;
import org.apache.cassandra.cql3.ResultSet.ResultMetadata;
import org.apache.cassandra.transport.Message;
import org.jspecify.annotations.Nullable;

/** The way back to the client of a chosen request, which tells the watch what the client gets. */
final class WatchedReply implements Reply {

  private final Reply reply;
  private final WatchedRequest sample;
  private final BiConsumer<WatchedRequest, Message.@Nullable Response> ended;
  private boolean hasEnded;

  /**
   * Watches a reply.
   *
   * @param ended learns what the client gets; null for an error, or if it is not known
   */
  WatchedReply(
      Reply reply,
      WatchedRequest sample,
      BiConsumer<WatchedRequest, Message.@Nullable Response> ended) {
    this.reply = reply;
    this.sample = sample;
    this.ended = ended;
  }

  @Override
  public Columns columns(ResultMetadata columns) {
    return reply.columns(columns);
  }

  @Override
  public boolean canWarn() {
    return reply.canWarn();
  }

  @Override
  public void answer(Message.Response answer) {
    end(answer);
    reply.answer(answer);
  }

  @Override
  public void reject(Throwable error) {
    end(null);
    reply.reject(error);
  }

  /** The read leads its group, and a request thread answers it: only its wait is counted. */
  @Override
  public void execute(Handover known) {
    end(null);
    reply.execute(known);
  }

  /** Counts the request once: a group may be led again and again. */
  private void end(Message.@Nullable Response answer) {
    if (!hasEnded) {
      hasEnded = true;
      ended.accept(sample, answer);
    }
  }
}
