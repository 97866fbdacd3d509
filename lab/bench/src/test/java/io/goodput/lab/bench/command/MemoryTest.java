package io.goodput.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.lab.nodes.PreconditionException;
import org.junit.jupiter.api.Test;

class MemoryTest {

  @Test
  void requireMemory_justEnough_passes() {
    assertThatCode(() -> RunCommand.requireMemory(2, 550, 2000)).doesNotThrowAnyException();
  }

  @Test
  void requireMemory_tooLittle_namesWhatIsNeededAndTheWayOut() {
    assertThatThrownBy(() -> RunCommand.requireMemory(2, 550, 1999))
        .isInstanceOf(PreconditionException.class)
        .hasMessageContaining("need 2000 MB, and 1999 MB are available")
        .hasMessageContaining("--heap");
  }

  @Test
  void availableMegabytes_onThisMachine_isPlausible() {
    assertThat(RunCommand.availableMegabytes()).isBetween(1L, 1L << 24);
  }
}
