package io.goodput.cassandra.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.request.Reply.Columns;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.ColumnIdentifier;
import org.apache.cassandra.cql3.ColumnSpecification;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.transport.Envelope;
import org.apache.cassandra.transport.Envelope.Header.Flag;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SharedRowsTest {

  private static final int STREAM = 7;

  private final SharedRows.Encodings encodings = new SharedRows.Encodings();

  @BeforeAll
  static void initialize() {
    DatabaseDescriptor.clientInitialization(false);
  }

  @Test
  void encode_forASecondClient_isWhatCassandraEncodes() {
    Envelope unused = message(Columns.DESCRIBED);

    Envelope second = message(Columns.DESCRIBED);

    Envelope usual = new ResultMessage.Rows(rows()).encode(ProtocolVersion.V4, STREAM);
    assertThat(ByteBufUtil.getBytes(second.body)).isEqualTo(ByteBufUtil.getBytes(usual.body));
    assertThat(second.header.streamId).isEqualTo(STREAM);
    assertThat(unused.header.flags).isEqualTo(second.header.flags);
  }

  @Test
  void encode_afterAnotherMessageWasCompressed_isNotMarkedAsCompressed() {
    message(Columns.DESCRIBED).header.flags.add(Flag.COMPRESSED);
    message(Columns.DESCRIBED).header.flags.add(Flag.COMPRESSED);

    assertThat(message(Columns.DESCRIBED).header.flags).doesNotContain(Flag.COMPRESSED);
  }

  @Test
  void encode_forAClientThatKnowsTheColumns_isShorter() {
    Envelope described = message(Columns.DESCRIBED);

    assertThat(message(Columns.KNOWN).body.readableBytes())
        .isLessThan(described.body.readableBytes());
  }

  @Test
  void bytesOfAnAnswer_includeTheMessageThatIsKept() {
    ByteBuffer large = ByteBuffer.allocate(100_000);
    SharedAnswer answer = new SharedAnswer(rows(large), List.of(), null, 0, encodings);

    Envelope kept =
        new SharedRows(rows(large), encodings, Columns.DESCRIBED, 0)
            .encode(ProtocolVersion.V4, STREAM);

    assertThat(answer.bytes())
        .isBetween(
            large.remaining() + (long) kept.body.readableBytes(), 2L * large.remaining() + 1_000);
  }

  private Envelope message(Columns columns) {
    return new SharedRows(rows(), encodings, columns, 0).encode(ProtocolVersion.V4, STREAM);
  }

  private static ResultSet rows() {
    return rows(ByteBufferUtil.bytes(1));
  }

  private static ResultSet rows(ByteBuffer value) {
    ColumnIdentifier name = ColumnIdentifier.getInterned("v", true);
    ColumnSpecification column = new ColumnSpecification("ks", "t", name, Int32Type.instance);
    ResultSet rows = new ResultSet(new ResultSet.ResultMetadata(List.of(column)));
    rows.addRow(List.of(value));
    return rows;
  }
}
