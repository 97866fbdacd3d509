package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks with Porcupine, a Go library, whether a history of registers is linearizable. */
final class Porcupine {

  private static final Duration LIMIT = Duration.ofMinutes(8);

  private Porcupine() {}

  /**
   * An operation on a register that has the value 0 at first. Times are nanoseconds on one clock.
   *
   * @param end -1 if the result is unknown
   * @param expected what the register has to have, for a set
   * @param value what it has after that
   */
  record Operation(
      int register, int client, long begin, long end, Kind kind, long expected, long value) {

    /** What is known of an operation. */
    enum Kind {
      READ,
      SET,
      /** A set of a register that had another value. */
      REFUSED,
      /** A set that may happen at any time since its begin, or never. */
      UNKNOWN
    }

    /** A set that did take effect, before this time. */
    Operation tookEffectBefore(long time) {
      return new Operation(register, client, begin, time, Kind.SET, expected, value);
    }

    private String line() {
      return "%d %d %d %d %s %d %d"
          .formatted(
              register, client, begin, end, kind.name().toLowerCase(Locale.ROOT), expected, value);
    }
  }

  /** {@code Ok}, {@code Illegal}, or {@code Unknown} if it takes too long. */
  static String result(Path folder, Iterable<Operation> history) throws IOException {
    for (String file : new String[] {"go.mod", "go.sum", "main.go"}) {
      Files.copy(Go.PORCUPINE.resolve(file), folder.resolve(file));
    }
    List<String> lines = new ArrayList<>();
    history.forEach(it -> lines.add(it.line()));
    Files.write(folder.resolve("history.txt"), lines);
    Command.Output output = Go.run(folder, LIMIT, "run", ".", "history.txt");
    assertThat(output.exit()).as(output.err()).isZero();
    return output.out().strip();
  }
}
