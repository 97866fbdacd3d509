package io.goodput.cassandra.level;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.fair.ServiceLevel;
import io.goodput.core.fair.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LevelEffectsTest {

  private static final ServiceLevel FULL = new ServiceLevel("a", 100, 1_000_000, Workload.BATCH);

  @ParameterizedTest
  @CsvSource({
    "false, true, true, Clients do not log in",
    "true, false, false, Service levels have no effect on this node",
    "true, false, true, shares and workload_type have no effect",
    "true, true, false, timeout has no effect"
  })
  void gap_ofALevelWithAllOptions_saysWhatIsMissing(
      boolean areClientsKnown, boolean sharesFairly, boolean shedsLate, String sentence) {
    assertThat(effects(areClientsKnown, sharesFairly, shedsLate).gap(FULL)).startsWith(sentence);
  }

  @Test
  void gap_allSwitchedOn_isNull() {
    assertThat(effects(true, true, true).gap(FULL)).isNull();
  }

  @Test
  void gap_optionsThatCanAct_isNull() {
    ServiceLevel timed = new ServiceLevel("a", 1000, 1_000_000, Workload.UNSPECIFIED);
    ServiceLevel weighted = new ServiceLevel("a", 10, 0, Workload.BATCH);

    assertThat(effects(true, false, true).gap(timed)).isNull();
    assertThat(effects(true, true, false).gap(weighted)).isNull();
  }

  private static LevelEffects effects(
      boolean areClientsKnown, boolean sharesFairly, boolean shedsLate) {
    return new LevelEffects(() -> areClientsKnown, () -> sharesFairly, shedsLate);
  }
}
