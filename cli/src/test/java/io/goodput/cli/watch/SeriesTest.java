package io.goodput.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.watch.Snapshot.Series;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"system", "system_auth", "goodput", "goodput_overrides", "goodput_levels"})
  void isOnUsersTable_ofCassandraOrGoodput_isFalse(String keyspace) {
    assertThat(new Series(keyspace, "t", "reads").isOnUsersTable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "systems", "goodputs"})
  void isOnUsersTable_ofAUser_isTrue(String keyspace) {
    assertThat(new Series(keyspace, "t", "reads").isOnUsersTable()).isTrue();
  }
}
