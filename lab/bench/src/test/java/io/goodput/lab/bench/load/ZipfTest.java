package io.goodput.lab.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ZipfTest {

  private static final int DRAWS = 200_000;

  private final Zipf zipf = new Zipf(1_000, 0.99);

  @Test
  void draw_secondNumber_isInProportionToItsPlace() {
    long first = zipf.draw(1, DRAWS).filter(i -> i == 0).count();
    long second = zipf.draw(1, DRAWS).filter(i -> i == 1).count();

    assertThat((double) second / first).isCloseTo(Math.pow(2, -0.99), within(0.02));
  }

  @Test
  void draw_manyNumbers_stayBelowTheCount() {
    assertThat(zipf.draw(1, DRAWS)).allMatch(i -> i >= 0 && i < 1_000);
  }

  @Test
  void draw_otherSeed_drawsOthers() {
    assertThat(zipf.draw(1, 100).toArray()).isNotEqualTo(zipf.draw(2, 100).toArray());
  }
}
