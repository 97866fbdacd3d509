package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The effective service level of a role")
class EffectiveLevelTest {

  private static final ServiceLevel SITE = new ServiceLevel("site", 500, 100, Workload.INTERACTIVE);
  private static final ServiceLevel REPORTS = new ServiceLevel("reports", 100, 0, Workload.BATCH);

  @Test
  void of_noLevels_isEmpty() {
    assertThat(EffectiveLevel.of(List.of())).isEmpty();
  }

  @Test
  void of_oneLevel_hasItsOptions() {
    EffectiveLevel level = combined(SITE);

    assertThat(level.name()).isEqualTo("site");
    assertThat(level.shares()).isEqualTo(500);
    assertThat(level.timeoutNanos()).isEqualTo(100);
    assertThat(level.workload()).isEqualTo(Workload.INTERACTIVE);
  }

  @Test
  void of_severalLevels_hasLowestSharesAndTheNameOfTheirLevel() {
    assertThat(combined(SITE, REPORTS).shares()).isEqualTo(100);
    assertThat(combined(SITE, REPORTS).name()).isEqualTo("reports");
  }

  @Test
  @DisplayName("has the lowest timeout of the levels that have one")
  void of_severalLevels_hasLowestTimeout() {
    assertThat(combined(SITE, REPORTS).timeoutNanos()).isEqualTo(100);
    assertThat(combined(SITE, REPORTS).ofTimeout()).isEqualTo(SITE);
  }

  @Test
  void of_levelsWithoutTimeout_hasNone() {
    assertThat(combined(REPORTS, ServiceLevel.unlimited("any")).timeoutNanos()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "UNSPECIFIED, INTERACTIVE, INTERACTIVE",
    "UNSPECIFIED, BATCH, BATCH",
    "INTERACTIVE, BATCH, BATCH",
    "BATCH, BATCH, BATCH"
  })
  void of_differentWorkloads_hasTheOneThatWins(Workload one, Workload other, Workload winner) {
    ServiceLevel first = new ServiceLevel("a", 1, 0, one);
    ServiceLevel second = new ServiceLevel("b", 1, 0, other);

    assertThat(combined(first, second).workload()).isEqualTo(winner);
    assertThat(combined(second, first).workload()).isEqualTo(winner);
  }

  @Test
  void of_equalShares_isTheFirstByNameInAnyOrder() {
    ServiceLevel first = ServiceLevel.unlimited("a");
    ServiceLevel second = ServiceLevel.unlimited("b");

    assertThat(combined(first, second)).isEqualTo(combined(second, first));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1001})
  void level_sharesOutOfRange_areRejected(int shares) {
    assertThatThrownBy(() -> new ServiceLevel("x", shares, 0, Workload.BATCH))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static EffectiveLevel combined(ServiceLevel... levels) {
    return EffectiveLevel.of(List.of(levels)).orElseThrow();
  }
}
