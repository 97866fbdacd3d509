package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.console.Finding.Level;
import io.goodput.cli.console.Finding.Starts;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartsTest {

  private static final long NOON = 1_800_000_000_000L;
  private static final long HOUR = 3_600_000;

  private final Starts starts = new Starts();

  @Test
  void date_firstSeenWithAnOldEvent_isThatOfTheEvent() {
    assertThat(date(0, NOON - HOUR)).isEqualTo(NOON - HOUR);
  }

  @Test
  void date_firstSeenWithoutEvent_isNow() {
    assertThat(date(0, 0)).isEqualTo(NOON);
  }

  @Test
  void date_aLaterEvent_doesNotMoveTheStart() {
    date(0, NOON - 2000);

    assertThat(date(1000, NOON + 500)).isEqualTo(NOON - 2000);
  }

  @Test
  void date_anEventThatIsGone_doesNotMoveTheStart() {
    date(0, NOON - 2000);

    assertThat(date(1000, 0)).isEqualTo(NOON - 2000);
  }

  @Test
  void date_anEventThatArrivesLate_isThatOfTheEvent() {
    date(0, 0);

    assertThat(date(4000, NOON - 2000)).isEqualTo(NOON - 2000);
  }

  @Test
  void date_beginsAgainWithTheEventOfAnHourAgo_isNow() {
    starts.date(NOON, List.of());

    assertThat(date(1000, NOON - HOUR)).isEqualTo(NOON + 1000);
  }

  @Test
  void date_afterAPause_isThatOfTheEvent() {
    date(0, 0);

    assertThat(date(HOUR, NOON + 1000)).isEqualTo(NOON + 1000);
  }

  /** The start of a finding that has an event, or 0. */
  private long date(long millisAfterNoon, long event) {
    Finding finding = new Finding("hot", Level.TROUBLE, "", "", null, event);
    return starts.date(NOON + millisAfterNoon, List.of(finding)).get(0).since();
  }
}
