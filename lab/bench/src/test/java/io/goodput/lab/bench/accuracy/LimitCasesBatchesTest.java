package io.goodput.lab.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LimitCasesBatchesTest {

  @Test
  void batches_lightCases_putsFourTogether() {
    List<LimitCase> cases =
        LimitCase.full().stream().filter(limitCase -> limitCase.overload() == 2).toList();

    assertThat(LimitCase.batches(cases)).extracting(List::size).containsExactly(4, 4, 4, 4, 2);
  }

  @Test
  void batches_heavyCases_leavesEachAlone() {
    List<LimitCase> cases =
        LimitCase.full().stream().filter(limitCase -> limitCase.perSecond() >= 4000).toList();

    assertThat(LimitCase.batches(cases)).hasSameSizeAs(cases);
  }

  @Test
  void batches_anyCases_keepsThemInOrder() {
    List<LimitCase> cases = LimitCase.quick();

    assertThat(LimitCase.batches(cases).stream().flatMap(List::stream))
        .containsExactlyElementsOf(cases);
  }
}
