package io.goodput.core.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.goodput.core.time.Nanos;
import org.junit.jupiter.api.Test;

class HeavyRatesTest {

  private static final long TICK = Nanos.PER_SECOND / 4;

  private final HeavyRates<String> rates = new HeavyRates<>(16, 2 * Nanos.PER_SECOND, 0);
  private long now;

  @Test
  void perSecond_afterTheFirstInterval_isTheRate() {
    run(1, "a", 25);

    assertThat(perSecond("a")).isCloseTo(100, within(0.001));
  }

  @Test
  void perSecond_ofASteadyKey_isTheRate() {
    run(100, "a", 25);

    assertThat(perSecond("a")).isCloseTo(100, within(0.001));
  }

  @Test
  void perSecond_aHalfLifeAfterAFloodBegan_isHalfOfIt() {
    run(100, "a", 25);
    run(8, "b", 25);

    assertThat(perSecond("b")).isCloseTo(50, within(1.0));
    assertThat(perSecond("a")).isCloseTo(50, within(1.0));
  }

  @Test
  void highest_severalKeys_beginsWithTheMostFrequent() {
    for (int i = 0; i < 20; i++) {
      run(1, "a", 10);
      rates.add("b", 30);
    }

    assertThat(rates.highest(2)).extracting(HeavyRates.Rate::key).containsExactly("b", "a");
    assertThat(rates.highest(1)).hasSize(1);
  }

  @Test
  void clear_forgetsRatesAndTheirTime() {
    run(100, "a", 25);
    rates.clear(now);
    run(1, "b", 10);

    assertThat(perSecond("a")).isZero();
    assertThat(perSecond("b")).isCloseTo(40, within(0.001));
  }

  @Test
  void totalPerSecond_severalKeys_isTheirSum() {
    for (int i = 0; i < 20; i++) {
      run(1, "a", 10);
      rates.add("b", 30);
    }

    assertThat(rates.totalPerSecond()).isCloseTo(160, within(0.001));
  }

  private double perSecond(String key) {
    return rates.highest(Integer.MAX_VALUE).stream()
        .filter(rate -> rate.key().equals(key))
        .mapToDouble(HeavyRates.Rate::perSecond)
        .findFirst()
        .orElse(0);
  }

  private void run(int intervals, String key, int events) {
    for (int i = 0; i < intervals; i++) {
      now += TICK;
      rates.advance(now);
      rates.add(key, events);
    }
  }
}
