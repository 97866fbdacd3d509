package io.goodput.cassandra.feature;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.request.Statements;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.view.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SettingsTableTest {

  private boolean watches = true;
  private final SettingsTable table =
      new SettingsTable(
          Map.of("watch_requests", "true", "hot_partitions", "100"),
          List.of(Switch.flag(Settings.WATCH_REQUESTS, () -> watches, wanted -> watches = wanted)));

  /** Initializes Cassandra. */
  @BeforeAll
  static void initialize() {
    assertThat(Statements.parse("SELECT * FROM ks.t")).isNotNull();
  }

  @Test
  void rows_settingWithASwitch_showsItsPresentValue() {
    watches = false;

    assertThat(row("watch_requests"))
        .containsEntry("changeable", true)
        .containsEntry("value", "false");
  }

  @Test
  void rows_settingWithoutASwitch_showsTheValueOfTheFile() {
    assertThat(row("hot_partitions"))
        .containsEntry("changeable", false)
        .containsEntry("value", "100");
  }

  private Map<String, Object> row(String name) {
    return Rows.of(table).stream()
        .filter(row -> name.equals(row.get("name")))
        .findFirst()
        .orElseThrow();
  }
}
