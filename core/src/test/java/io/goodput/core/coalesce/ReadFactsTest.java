package io.goodput.core.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.coalesce.ReadFacts.Action;
import io.goodput.core.coalesce.ReadFacts.Verdict;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What becomes of a read that may share an answer (* = any)")
class ReadFactsTest {

  @ParameterizedTest(name = "{0}, line {1}, stale answer {2}, repeated {3}, room {4}: {5}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # verdict    | line open | stale answer | repeated | room | action
          UNKNOWN      | no        | *            | *        | *    | ASK
          UNKNOWN      | yes       | yes          | *        | *    | STALE
          UNKNOWN      | yes       | no           | *        | yes  | JOIN
          UNKNOWN      | yes       | no           | *        | no   | ASK
          OVER_LIMIT   | *         | yes          | *        | *    | STALE
          OVER_LIMIT   | yes       | no           | *        | yes  | JOIN
          OVER_LIMIT   | no        | no           | yes      | yes  | BEGIN
          OVER_LIMIT   | no        | no           | no       | *    | REJECT
          OVER_LIMIT   | *         | no           | *        | no   | REJECT
          ABOVE_SHARE  | yes       | no           | *        | yes  | JOIN
          ABOVE_SHARE  | no        | *            | yes      | yes  | BEGIN
          ABOVE_SHARE  | no        | *            | no       | *    | REJECT
          ABOVE_SHARE  | *         | no           | *        | no   | REJECT
          REFUSED      | no        | *            | *        | *    | REJECT
          REFUSED      | yes       | no           | *        | *    | REJECT
          """)
  void action_ofFacts(
      Verdict verdict, String line, String stale, String repeated, String room, Action action) {
    for (boolean isLineOpen : values(line)) {
      for (boolean hasStaleAnswer : values(stale)) {
        for (boolean isRepeated : values(repeated)) {
          for (boolean hasRoom : values(room)) {
            assertThat(
                    new ReadFacts(verdict, isLineOpen, hasStaleAnswer, isRepeated, hasRoom)
                        .action())
                .isEqualTo(action);
          }
        }
      }
    }
  }

  private static boolean[] values(String column) {
    return switch (column) {
      case "yes" -> new boolean[] {true};
      case "no" -> new boolean[] {false};
      default -> new boolean[] {true, false};
    };
  }
}
