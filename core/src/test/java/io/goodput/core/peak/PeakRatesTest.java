package io.goodput.core.peak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PeakRatesTest {

  private static final long ONE = 0x1f58476d1ce4e5b9L;
  private static final long OTHER = 0x52ad_9e3f_0011_7c15L;

  private final PeakRates rates = new PeakRates();

  @Test
  void bands_ofTwoPartitions_haveTheirSecondsAndRequestsAndPeaks() {
    rates.count(ONE, 3);
    rates.count(OTHER, 8);
    rates.endSecond();
    rates.count(ONE, 3);
    rates.count(OTHER, 9);
    rates.endSecond();

    assertThat(rates.bands()).containsExactly(new RateBand(3, 2, 6, 1), new RateBand(8, 2, 17, 1));
  }

  @Test
  void rejectedAt_aLimit_isWhatWasAboveItInEachSecond() {
    rates.count(ONE, 3);
    rates.count(OTHER, 8);

    assertThat(rates.rejectedAt(2)).isEqualTo(7);
    assertThat(rates.requests()).isEqualTo(11);
  }

  @Test
  void highest_isThatOfThePartitionWithTheMostInASecond() {
    rates.count(ONE, 3);
    rates.count(OTHER, 8);
    rates.endSecond();
    rates.count(OTHER, 5);

    assertThat(rates.highest()).isEqualTo(8);
  }

  @Test
  void count_withoutRequests_isNothing() {
    rates.count(ONE, 0);

    assertThat(rates.bands()).isEmpty();
  }

  @Test
  void count_moreThanAnIntHolds_countsAsManyAsThat() {
    rates.count(ONE, Long.MAX_VALUE);

    assertThat(rates.requests()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  @DisplayName("The proposal is ten times what 99.9% of the partitions never exceed")
  void proposal_ofAThousandPartitions_ignoresTheHottest() {
    observe(PeakRates.LEAST_PARTITIONS, PeakRates.LEAST_SECONDS);
    rates.count(ONE, 1_000);

    assertThat(rates.proposal())
        .hasValueSatisfying(
            proposal -> {
              assertThat(proposal.p999PerSecond()).isEqualTo(4);
              assertThat(proposal.perSecond()).isEqualTo(40);
            });
    assertThat(rates.partitions()).isEqualTo(PeakRates.LEAST_PARTITIONS);
    assertThat(rates.seconds()).isEqualTo(PeakRates.LEAST_SECONDS);
  }

  @Test
  void proposal_rejectedShare_isThePartOfTheRequestsAboveIt() {
    observe(PeakRates.LEAST_PARTITIONS, PeakRates.LEAST_SECONDS);
    rates.count(ONE, 1_000);
    double all = 4.0 * PeakRates.LEAST_PARTITIONS * PeakRates.LEAST_SECONDS + 1_000;

    assertThat(rates.proposal())
        .hasValueSatisfying(
            proposal -> assertThat(proposal.rejectedShare()).isEqualTo((1_000 - 40) / all));
  }

  @Test
  void proposal_ofTooFewPartitions_isNone() {
    observe(PeakRates.LEAST_PARTITIONS - 1, PeakRates.LEAST_SECONDS);

    assertThat(rates.proposal()).isEmpty();
  }

  @Test
  void proposal_beforeEnoughTime_isNone() {
    observe(PeakRates.LEAST_PARTITIONS, PeakRates.LEAST_SECONDS - 1);

    assertThat(rates.proposal()).isEmpty();
  }

  private void observe(int partitions, int seconds) {
    for (int second = 0; second < seconds; second++) {
      for (int partition = 1; partition <= partitions; partition++) {
        rates.count(partition * ONE, 4);
      }
      rates.endSecond();
    }
  }
}
