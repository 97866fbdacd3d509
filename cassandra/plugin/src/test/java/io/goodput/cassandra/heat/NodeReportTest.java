package io.goodput.cassandra.heat;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.heat.HeatReport;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class NodeReportTest {

  private static final NodeReport REPORT =
      new NodeReport(new HeatReport(1, 2, 3, 0.4, 5.5, 0.6), 7, 8, 9);

  @Test
  void of_messageOfAnotherNode_isItsReport() {
    assertThat(NodeReport.of(ByteBuffer.wrap(REPORT.bytes(true)))).isEqualTo(REPORT);
  }

  @Test
  void of_shortMessage_isNull() {
    byte[] bytes = REPORT.bytes(true);

    assertThat(NodeReport.of(ByteBuffer.wrap(bytes, 0, bytes.length - 1))).isNull();
  }

  @Test
  void asks_isWhatTheSenderChose() {
    assertThat(NodeReport.asks(ByteBuffer.wrap(REPORT.bytes(true)))).isTrue();
    assertThat(NodeReport.asks(ByteBuffer.wrap(REPORT.bytes(false)))).isFalse();
  }
}
