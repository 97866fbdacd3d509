package io.goodput.cassandra.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.goodput.cassandra.transaction.TurnMessage.Kind;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.cassandra.schema.TableId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TurnMessageTest {

  private static final TransactionKey KEY =
      new TransactionKey(TableId.fromUUID(new UUID(1, 2)), -3);

  @ParameterizedTest
  @EnumSource(Kind.class)
  void read_whatWasWritten_isTheSame(Kind kind) {
    TurnMessage message = new TurnMessage(kind, KEY, Long.MIN_VALUE);

    assertThat(TurnMessage.read(ByteBuffer.wrap(message.bytes()))).isEqualTo(message);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 32, 34})
  void read_anotherLength_isRejected(int bytes) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TurnMessage.read(ByteBuffer.allocate(bytes)))
        .withMessage("A message of a turn cannot have %d bytes and kind -1", bytes);
  }

  @Test
  void read_unknownKind_isRejected() {
    byte[] message = new TurnMessage(Kind.ASK, KEY, 1).bytes();
    message[0] = 6;

    assertThatIllegalArgumentException()
        .isThrownBy(() -> TurnMessage.read(ByteBuffer.wrap(message)))
        .withMessage("A message of a turn cannot have 33 bytes and kind 6");
  }
}
