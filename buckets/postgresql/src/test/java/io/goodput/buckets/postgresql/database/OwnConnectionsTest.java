package io.goodput.buckets.postgresql.database;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.postgresql.PostgresBuckets;
import io.goodput.buckets.postgresql.Server;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that cannot be made. */
class OwnConnectionsTest {

  private static final int NO_SUCH_LEVEL = 3;

  @Test
  void connection_thatRejectsItsIsolation_isClosed() throws SQLException {
    String url = Server.url() + "&ApplicationName=leaking";
    try (OwnConnections connections = new OwnConnections(url, NO_SUCH_LEVEL)) {
      assertThatThrownBy(() -> connections.borrow(1_000)).isInstanceOf(SQLException.class);

      await()
          .until(
              () ->
                  Server.number(
                          "SELECT count(*) FROM pg_stat_activity"
                              + " WHERE application_name = 'leaking'")
                      == 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgres://me:secret@localhost/app", "jdbc:nosuchdb://localhost/app"})
  void open_withAUrlThatNoDriverAccepts_saysHowToWriteIt(String url) {
    assertThatThrownBy(() -> PostgresBuckets.on(url).open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("jdbc:postgresql://HOST:5432/DATABASE?user=USER")
        .hasMessageNotContaining("secret");
  }
}
