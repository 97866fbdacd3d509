package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.platform.Platform;
import io.goodput.cassandra.request.Reply.Columns;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.transport.Envelope;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/** Rows for one of several clients. The first message that is sent encodes them for the others. */
final class SharedRows extends ResultMessage.Rows {

  /**
   * What is sent to all clients whose messages are alike.
   *
   * @param columns how the messages describe their columns
   * @param staleMillis the age that they tell; 0 if they tell none
   */
  private record Encoded(Columns columns, long staleMillis, Envelope envelope) {}

  /** The message that was encoded last, which the next one mostly equals. Thread-safe. */
  static final class Encodings {

    private volatile @Nullable Encoded last;
  }

  private final Encodings encodings;
  private final Columns columns;
  private final long staleMillis;

  /**
   * A message.
   *
   * @param staleMillis the age that the message tells; 0 if it tells none
   */
  SharedRows(ResultSet rows, Encodings encodings, Columns columns, long staleMillis) {
    super(new ResultSet(rows.metadata.copy(), rows.rows));
    this.encodings = encodings;
    this.columns = columns;
    this.staleMillis = staleMillis;
    switch (columns) {
      case DESCRIBED -> {}
      case CHANGED -> result.metadata.setMetadataChanged();
      case KNOWN -> result.metadata.setSkipMetadata();
    }
  }

  @Override
  public Envelope encode(ProtocolVersion version, int streamId) {
    Encoded known = encodings.last;
    if (known != null && known.columns == columns && known.staleMillis == staleMillis) {
      return copy(known.envelope, streamId);
    }
    Envelope encoded = super.encode(version, streamId);
    encodings.last =
        new Encoded(
            columns,
            staleMillis,
            // Compression changes the flags and the body of the one that is sent.
            Platform.ofThisNode()
                .envelope(
                    encoded, streamId, Unpooled.wrappedBuffer(ByteBufUtil.getBytes(encoded.body))));
    return encoded;
  }

  private static Envelope copy(Envelope known, int streamId) {
    return Platform.ofThisNode()
        .envelope(known, streamId, Unpooled.wrappedBuffer(known.body.nioBuffer()));
  }
}
