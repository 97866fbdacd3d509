package io.goodput.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.rocksdb.ClosedException;
import io.goodput.rocksdb.DbPacer;
import org.junit.jupiter.api.Test;

class StorePacersTest {

  private final StorePacers windows = new StorePacers("visits", 1_000);

  @Test
  void at_aTime_isThePacerOfItsSegment() {
    try (DbPacer first = DbPacer.create("first");
        DbPacer second = DbPacer.create("second")) {
      windows.add("visits.0", first);
      windows.add("visits.1000", second);

      assertThat(windows.at(999)).isSameAs(first);
      assertThat(windows.at(1_000)).isSameAs(second);
      assertThat(windows.at(2_000)).isNull();
      assertThat(windows.newest()).isSameAs(second);
      windows.close();
    }
  }

  @Test
  void database_withAnotherName_isNotPaced() {
    DbPacer pacer = DbPacer.create("index");
    windows.add("visits-index", pacer);

    assertThat(windows.at(0)).isNull();
    windows.close();
  }

  @Test
  void database_thatCouldNotBeOpened_leavesNoPacer() {
    int before = StorePacers.databases();
    DbPacer failed = DbPacer.create("visits");
    StorePacers store = new StorePacers("visits", 0);
    store.add("visits", failed);
    DbPacer again = DbPacer.create("visits");

    store.add("visits", again);

    assertThat(StorePacers.databases()).isEqualTo(before + 1);
    assertThatThrownBy(() -> failed.pace(1)).isInstanceOf(ClosedException.class);
    store.close();
    assertThat(StorePacers.databases()).isEqualTo(before);
    assertThatThrownBy(() -> again.pace(1)).isInstanceOf(ClosedException.class);
  }
}
