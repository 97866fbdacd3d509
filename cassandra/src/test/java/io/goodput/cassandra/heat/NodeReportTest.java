package io.goodput.cassandra.heat;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.heat.HeatReport;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class NodeReportTest {

  private static final NodeReport REPORT =
      new NodeReport(new HeatReport(1, 2, 3, 0.4, 5.5, 0.6), 7, 8, 9);

  @Test
  void of_whatAnotherNodeWrote_isItsReport() {
    assertThat(NodeReport.of(REPORT.bytes(true))).isEqualTo(REPORT);
  }

  @Test
  void of_aMessageThatIsTooShort_isNothing() {
    byte[] bytes = REPORT.bytes(true);

    assertThat(NodeReport.of(Arrays.copyOf(bytes, bytes.length - 1))).isNull();
  }

  @Test
  void asks_isAsTheSenderSaid() {
    assertThat(NodeReport.asks(REPORT.bytes(true))).isTrue();
    assertThat(NodeReport.asks(REPORT.bytes(false))).isFalse();
  }
}
