package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Reply;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.service.ClientWarn;
import org.apache.cassandra.service.reads.thresholds.CoordinatorWarnings;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a read that several clients get, with its warnings and its payload. Immutable: each
 * client gets a message of its own, because Cassandra writes to messages.
 *
 * @param rows null if the answer has none, so that it cannot be shared
 * @param startedNanos when the read started
 * @param encodings what was sent of it
 */
record SharedAnswer(
    @Nullable ResultSet rows,
    List<String> warnings,
    @Nullable Map<String, ByteBuffer> payload,
    long startedNanos,
    SharedRows.Encodings encodings) {

  /** An answer that cannot be shared. */
  static final SharedAnswer NONE =
      new SharedAnswer(null, List.of(), null, 0, new SharedRows.Encodings());

  /**
   * The answer that the calling thread has just got from Cassandra.
   *
   * @param warningsBefore the number of warnings that its client had before the read
   */
  static SharedAnswer of(ResultMessage answer, int warningsBefore, long startedNanos) {
    // Cassandra does this after the request, and only once.
    CoordinatorWarnings.done();
    List<String> warnings = warningsOfThread();
    return new SharedAnswer(
        answer instanceof ResultMessage.Rows own ? copy(own.result) : null,
        warnings.subList(Math.min(warningsBefore, warnings.size()), warnings.size()),
        answer.getCustomPayload(),
        startedNanos,
        new SharedRows.Encodings());
  }

  /** The warnings that the client of the calling thread gets so far. */
  static List<String> warningsOfThread() {
    List<String> warnings = ClientWarn.instance.getWarnings();
    // Replicas on this node may add to the list meanwhile.
    return warnings == null ? List.of() : List.copyOf(warnings);
  }

  /** Whether others can be answered with it. */
  boolean isShareable() {
    return rows != null;
  }

  private ResultSet ownRows() {
    if (rows == null) {
      throw new IllegalStateException("An answer without rows cannot be shared");
    }
    return rows;
  }

  /** A message for the client of the calling thread, and its warnings. */
  ResultMessage message() {
    ResultMessage.Rows message = new ResultMessage.Rows(copy(ownRows()));
    warnings.forEach(ClientWarn.instance::warn);
    message.setCustomPayload(payload);
    return message;
  }

  /** A message for a client whose request no thread executes. */
  ResultMessage message(Reply reply) {
    return message(reply, warnings, payload, 0);
  }

  /**
   * The same with other warnings and another payload.
   *
   * @param staleMillis tells apart messages with different ones
   */
  ResultMessage message(
      Reply reply,
      List<String> ownWarnings,
      @Nullable Map<String, ByteBuffer> ownPayload,
      long staleMillis) {
    ResultSet shared = ownRows();
    SharedRows message =
        new SharedRows(shared, encodings, reply.columns(shared.metadata), staleMillis);
    if (reply.canWarn()) {
      message.setWarnings(ownWarnings.isEmpty() ? null : ownWarnings);
      message.setCustomPayload(ownPayload);
    }
    return message;
  }

  /** The metadata carry flags for one client each; the rows never change. */
  private static ResultSet copy(ResultSet result) {
    return new ResultSet(result.metadata.copy(), result.rows);
  }

  /** The memory that it takes, in bytes, roughly: the rows, and the message that was sent last. */
  long bytes() {
    long bytes = 400;
    for (String warning : warnings) {
      bytes += 2L * warning.length();
    }
    if (rows != null) {
      for (List<ByteBuffer> row : Platform.ofThisNode().values(rows)) {
        bytes += 50;
        for (ByteBuffer value : row) {
          bytes += 64 + (value == null ? 0 : 2L * value.remaining());
        }
      }
    }
    return bytes;
  }
}
