package io.goodput.core.yield;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Background work that yields, however requests fare. */
class YieldingShareProperties {

  private static final double LOWEST = 1.0 / 16;

  private final YieldingShare share = new YieldingShare();

  @Property
  void share_whateverHappens_isBetweenTheLeastOneAndOne(
      @ForAll @Size(max = 300) List<@DoubleRange(min = 0, max = 2) Double> loads,
      @ForAll @DoubleRange(min = 0.01, max = 1) double least,
      @ForAll Random random) {
    for (double load : loads) {
      double next = share.next(new Strain(random.nextBoolean(), load), random.nextBoolean(), least);

      assertThat(next).isBetween(least, 1.0);
    }
  }

  @Property
  void share_withoutWaits_isNeverTouched(
      @ForAll @Size(max = 300) List<@DoubleRange(min = 0, max = 2) Double> loads) {
    for (double load : loads) {
      assertThat(share.next(new Strain(false, load), true, LOWEST)).isEqualTo(1);
    }
  }

  @Property
  void share_withoutWorkThatCouldYield_isNeverTouched(
      @ForAll @Size(max = 300) List<@DoubleRange(min = 0, max = 2) Double> loads,
      @ForAll Random random) {
    for (double load : loads) {
      assertThat(share.next(new Strain(random.nextBoolean(), load), false, LOWEST)).isEqualTo(1);
    }
  }

  @Property
  void share_whenTheLoadHasGone_isOneAgainWithinFiveSeconds(
      @ForAll @IntRange(min = 1, max = 10_000) int overloadSeconds,
      @ForAll @DoubleRange(min = 0, max = 0.7) double after,
      @ForAll Random random) {
    for (int second = 0; second < overloadSeconds; second++) {
      share.next(new Strain(second == 0 || random.nextInt(20) == 0, 1), true, LOWEST);
    }
    for (int second = 0; second < 5; second++) {
      share.next(new Strain(false, after), true, LOWEST);
    }

    assertThat(share.now()).isEqualTo(1);
  }

  /** Requests wait whenever the work takes more than what they leave. */
  @Property
  void share_whileALoadLasts_settlesBelowWhatItLeaves_andRarelyTriesMore(
      @ForAll @DoubleRange(min = 0.07, max = 0.9) double left) {
    int waits = 0;
    double sum = 0;
    for (int second = 0; second < 7_200; second++) {
      boolean waited = share.now() > left;
      waits += second >= 3_600 && waited ? 1 : 0;
      sum += second >= 3_600 ? share.now() : 0;
      share.next(new Strain(waited, 1), true, LOWEST);
    }

    assertThat(waits).isLessThanOrEqualTo(10);
    assertThat(sum / 3_600).isBetween(left / 1.3, left * 1.01);
  }

  @Property
  void share_whenRequestsWaitAgain_fallsToAQuarter_whateverHappenedBefore(
      @ForAll @DoubleRange(min = 0.07, max = 0.9) double left,
      @ForAll @IntRange(min = 1, max = 5_000) int seconds) {
    for (int second = 0; second < seconds; second++) {
      share.next(new Strain(share.now() > left, 1), true, LOWEST);
    }
    // The load stays, but leaves more: trials bring the share back to 1.
    for (int second = 0; second < 2_000; second++) {
      share.next(new Strain(false, 1), true, LOWEST);
    }
    assertThat(share.now()).isEqualTo(1);

    assertThat(share.next(new Strain(true, 1), true, LOWEST)).isEqualTo(0.25);
  }

  @Example
  void share_ofADebtThatGoesUpAndDown_goesDownFiveMinutesLater() {
    share.next(new Strain(true, 1), true, 0.4);
    for (int second = 0; second < 299; second++) {
      assertThat(share.next(new Strain(true, 1), true, LOWEST)).isEqualTo(0.5);
    }

    assertThat(share.next(new Strain(true, 1), true, LOWEST)).isEqualTo(0.125);
  }

  @Example
  void leastShare_ofADebtThatIsNotANumber_isOne() {
    assertThat(new DebtGuard(1, LOWEST).leastShare(Double.NaN)).isEqualTo(1);
  }

  @Example
  void share_ofARequestThatWaitsOnce_fallsToAQuarter() {
    assertThat(share.next(new Strain(true, 1), true, LOWEST)).isEqualTo(0.25);
    assertThat(share.next(new Strain(true, 1), true, LOWEST)).isEqualTo(LOWEST);
  }

  @Property
  void leastShare_growsWithTheDebt_toOneAtTheBound(
      @ForAll @DoubleRange(min = 1, max = 1e6) double bound,
      @ForAll @DoubleRange(min = 0, max = 1) double part) {
    DebtGuard guard = new DebtGuard(bound, LOWEST);

    assertThat(guard.leastShare(part * bound / 2)).isEqualTo(LOWEST);
    assertThat(guard.leastShare((1 + part) * bound)).isEqualTo(1);
    assertThat(guard.leastShare((0.5 + part / 2) * bound)).isBetween(LOWEST, 1.0);
  }
}
