package io.goodput.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BatchesTest {

  @Test
  void of_lightCases_putsFourTogether() {
    List<LimitCase> cases =
        LimitCases.full().stream().filter(limitCase -> limitCase.overload() == 2).toList();

    assertThat(Batches.of(cases)).extracting(List::size).containsExactly(4, 4, 4, 4, 2);
  }

  @Test
  void of_heavyCases_leavesEachAlone() {
    List<LimitCase> cases =
        LimitCases.full().stream().filter(limitCase -> limitCase.overload() >= 100).toList();

    assertThat(Batches.of(cases)).hasSameSizeAs(cases);
  }

  @Test
  void of_anyCases_keepsThemInOrder() {
    List<LimitCase> cases = LimitCases.quick();

    assertThat(Batches.of(cases).stream().flatMap(List::stream)).containsExactlyElementsOf(cases);
  }
}
