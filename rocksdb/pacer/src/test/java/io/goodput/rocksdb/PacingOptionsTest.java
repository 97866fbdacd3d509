package io.goodput.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.core.pacing.PaceSettings;
import org.junit.jupiter.api.Test;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.Priority;
import org.rocksdb.RocksDB;

class PacingOptionsTest {

  @Test
  void defaults_areTheSettingsThatPerformedBest() {
    assertThat(PacingOptions.defaults().settings()).isEqualTo(PaceSettings.DEFAULT);
  }

  @Test
  void eachMethod_setsItsOwnLimit() {
    PaceSettings settings =
        PacingOptions.defaults()
            .memtables(7)
            .maxLevelZeroFiles(32)
            .maxPendingCompactionBytes(1L << 33)
            .settings();

    assertThat(settings.memtables()).isEqualTo(7);
    assertThat(settings.levelZeroCeiling()).isEqualTo(32);
    assertThat(settings.debtCeiling()).isEqualTo(1L << 33);
  }

  @Test
  void recommendedOptions_ofADatabaseWithoutAnEnvironment_useTheDefaultOne() {
    RocksDB.loadLibrary();
    try (DBOptions options = new DBOptions()) {
      assertThat(RecommendedOptions.applyToDb(options, 3)).isSameAs(options);
      assertThat(Env.getDefault().getBackgroundThreads(Priority.HIGH)).isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void valuesOutOfRange_areRejectedWithTheNameOfTheOption() {
    PacingOptions options = PacingOptions.defaults();

    assertThatThrownBy(() -> options.memtables(1)).hasMessage("memtables must be 2 or more: 1");
    assertThatThrownBy(() -> options.maxLevelZeroFiles(0))
        .hasMessage("maxLevelZeroFiles must be 1 or more: 0");
    assertThatThrownBy(() -> options.maxPendingCompactionBytes(0))
        .hasMessage("maxPendingCompactionBytes must be 1 or more: 0");
  }
}
