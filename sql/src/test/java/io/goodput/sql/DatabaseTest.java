package io.goodput.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions that the database rolls back because of others. */
class DatabaseTest {

  private final List<String> retried = new ArrayList<>();
  private final Database database =
      new Database(
          new OwnConnections(Server.url(), Isolation.SERIALIZABLE),
          Isolation.SERIALIZABLE,
          retried::add);

  @AfterEach
  void close() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01"})
  void run_rolledBackBecauseOfOthers_isTriedAgain(String state) throws SQLException {
    String result = database.run(connection -> succeedsAfter(3, state), 10_000);
    assertThat(result).isEqualTo("done");
    assertThat(retried).containsExactly(state, state, state);
  }

  @Test
  void run_withAnyOtherError_isNotTriedAgain() {
    assertThatThrownBy(() -> database.run(connection -> succeedsAfter(1, "08006"), 10_000))
        .isInstanceOf(SQLException.class);
    assertThat(retried).isEmpty();
  }

  @Test
  void run_rolledBackAgainAndAgain_endsAtItsDeadline() {
    assertThatThrownBy(() -> database.run(connection -> succeedsAfter(1_000, "40001"), 1))
        .isInstanceOf(SQLException.class);
    assertThat(retried).hasSizeLessThan(10);
  }

  private String succeedsAfter(int failures, String state) throws SQLException {
    if (retried.size() < failures) {
      throw new SQLException("rolled back", state);
    }
    return "done";
  }
}
