package io.goodput.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServiceTimeTest {

  private final ServiceTime service = new ServiceTime();

  @Test
  void expectedNanos_beforeTheFirstRequest_isZero() {
    assertThat(service.expectedNanos()).isZero();
  }

  @Test
  void expectedNanos_afterTheFirstRequest_isTwiceItsTime() {
    service.add(1_000);

    assertThat(service.expectedNanos()).isEqualTo(2_000);
  }

  @Test
  void expectedNanos_ofEqualRequests_isTheirTime() {
    add(200, 1_000_000);

    assertThat(service.expectedNanos()).isBetween(1_000_000L, 1_001_000L);
  }

  @Test
  void expectedNanos_afterAChange_followsIt() {
    add(200, 1_000_000);
    add(200, 9_000_000);

    assertThat(service.expectedNanos()).isBetween(8_990_000L, 9_010_000L);
  }

  @Test
  void expectedNanos_ofDifferentRequests_isAboveTheirMean() {
    for (int i = 0; i < 200; i++) {
      service.add(i % 2 == 0 ? 1_000_000 : 3_000_000);
    }

    assertThat(service.expectedNanos()).isBetween(3_000_000L, 4_500_000L);
  }

  private void add(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      service.add(nanos);
    }
  }
}
