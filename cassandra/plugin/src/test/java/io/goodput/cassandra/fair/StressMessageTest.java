package io.goodput.cassandra.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.goodput.core.fair.Stress;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StressMessageTest {

  @Test
  void read_whatWasWritten_isTheSame() {
    Stress stress = new Stress(3.5, 12);

    assertThat(StressMessage.read(ByteBuffer.wrap(StressMessage.of(stress)))).isEqualTo(stress);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8, 15, 17})
  void read_anotherLength_isRejected(int bytes) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StressMessage.read(ByteBuffer.allocate(bytes)))
        .withMessage("A report of an overload cannot have %d bytes", bytes);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, -1})
  void read_noLength_isRejected(double number) {
    ByteBuffer message = ByteBuffer.allocate(16).putDouble(1).putDouble(number).flip();

    assertThatIllegalArgumentException().isThrownBy(() -> StressMessage.read(message));
  }
}
