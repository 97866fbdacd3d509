package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.nodetests.Porcupine.Operation;
import io.goodput.lab.nodetests.Porcupine.Operation.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A history of a lock, as Porcupine sees it,")
@Tag("slow")
class PorcupineIT {

  @TempDir private Path folder;

  @BeforeAll
  static void install() throws IOException {
    Go.install();
  }

  @Test
  @DisplayName("is not linearizable if the lock has two owners")
  void twoOwners_areIllegal() throws IOException {
    List<Operation> history =
        List.of(
            new Operation(1, 1, 0, 10, Kind.SET, 0, 1),
            new Operation(1, 2, 20, 30, Kind.SET, 0, 2));

    assertThat(Porcupine.result(folder, history)).isEqualTo("Illegal");
  }

  @Test
  @DisplayName("is linearizable if a set without an answer took effect later")
  void unknownSet_mayTakeEffect() throws IOException {
    List<Operation> history =
        List.of(
            new Operation(1, 1, 0, -1, Kind.UNKNOWN, 0, 1),
            new Operation(1, 2, 20, 30, Kind.READ, 0, 0),
            new Operation(1, 2, 40, 50, Kind.READ, 0, 1));

    assertThat(Porcupine.result(folder, history)).isEqualTo("Ok");
  }

  @Test
  @DisplayName("is not linearizable if a set was refused by a value that no one has written")
  void refusedByAnUnknownValue_isIllegal() throws IOException {
    List<Operation> history = List.of(new Operation(1, 1, 0, 10, Kind.REFUSED, 0, 7));

    assertThat(Porcupine.result(folder, history)).isEqualTo("Illegal");
  }
}
