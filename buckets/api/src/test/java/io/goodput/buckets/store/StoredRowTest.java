package io.goodput.buckets.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import org.junit.jupiter.api.Test;

class StoredRowTest {

  private static final Rates LIMIT = Rates.of(Rate.perSecond(1, 100));
  private static final Rates OTHERS = Rates.of(Rate.perSecond(2, 100));
  private static final long NOW = 1_000_000;

  private final StoredRow.Acquired taken =
      StoredRow.at("id", null, LIMIT, NOW).acquire(TokenRequest.forOne(50), NOW);

  @Test
  void giveBack_addsTheTokensAndStatesNoLimits() {
    StoredRow after = taken.row().giveBack(LIMIT, new Leases.Unspent(20, taken.grant()));

    assertThat(after.state().level(LIMIT, NOW)).isEqualTo(70);
    assertThat(after.statedAt()).isEqualTo(NOW);
  }

  @Test
  void under_doesNotStateTheLimitsOfTheOperator() {
    StoredRow defined = StoredRow.under(OTHERS, taken.row(), NOW + 1);

    assertThat(defined.statedAt()).isEqualTo(NOW);
    assertThat(defined.inForce()).isEqualTo(OTHERS);
  }

  @Test
  void at_limitsThatOnlyAnOperatorHasDefined_giveWayToThoseOfAClient() {
    long now = 100_000_000;
    StoredRow defined = StoredRow.under(OTHERS, null, now);

    assertThat(StoredRow.at("id", defined, LIMIT, now + 1).inForce()).isEqualTo(LIMIT);
  }

  @Test
  void giveBack_ofTokensThatOtherLimitsGranted_changesNothing() {
    assertThat(taken.row().giveBack(OTHERS, new Leases.Unspent(20, taken.grant())))
        .isEqualTo(taken.row());
  }
}
