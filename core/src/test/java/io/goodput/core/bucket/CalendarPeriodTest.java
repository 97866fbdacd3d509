package io.goodput.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalendarPeriodTest {

  @ParameterizedTest
  @CsvSource({
    "DAYS, Z, 2027-03-31T23:59:59Z, 2027-03-31T00:00:00Z, 2027-04-01T00:00:00Z",
    "DAYS, +05:30, 2027-03-31T18:30:00Z, 2027-03-31T18:30:00Z, 2027-04-01T18:30:00Z",
    "DAYS, -08:00, 2027-03-31T07:59:59Z, 2027-03-30T08:00:00Z, 2027-03-31T08:00:00Z",
    "WEEKS, Z, 2027-01-03T12:00:00Z, 2026-12-28T00:00:00Z, 2027-01-04T00:00:00Z",
    "WEEKS, Z, 2027-01-04T00:00:00Z, 2027-01-04T00:00:00Z, 2027-01-11T00:00:00Z",
    "MONTHS, Z, 2028-02-29T01:00:00Z, 2028-02-01T00:00:00Z, 2028-03-01T00:00:00Z",
    "MONTHS, +01:00, 2026-12-31T23:30:00Z, 2026-12-31T23:00:00Z, 2027-01-31T23:00:00Z",
    "YEARS, +01:00, 2026-12-31T22:30:00Z, 2025-12-31T23:00:00Z, 2026-12-31T23:00:00Z"
  })
  void period_beginsAndEndsByTheCalendar(
      ChronoUnit unit, String offset, Instant now, Instant start, Instant end) {
    CalendarPeriod period = new CalendarPeriod(unit, ZoneOffset.of(offset));

    assertThat(period.start(micros(now))).isEqualTo(micros(start));
    assertThat(period.end(micros(now))).isEqualTo(micros(end));
  }

  @ParameterizedTest
  @CsvSource({"DAYS, Z", "WEEKS, -18:00", "MONTHS, +18:00", "YEARS, +05:30:15"})
  void code_ofAPeriod_isThatPeriodAgain(ChronoUnit unit, String offset) {
    CalendarPeriod period = new CalendarPeriod(unit, ZoneOffset.of(offset));

    assertThat(CalendarPeriod.of(period.code())).isEqualTo(period);
    assertThat(period.code()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 735, 130_337, 4 << 17, Long.MAX_VALUE, Long.MIN_VALUE})
  void code_ofNoPeriod_isRejected(long code) {
    assertThatThrownBy(() -> CalendarPeriod.of(code))
        .hasMessage("%d is not a calendar period.", code);
  }

  @Test
  void otherUnits_areRejected() {
    assertThatThrownBy(() -> new CalendarPeriod(ChronoUnit.HOURS, ZoneOffset.UTC))
        .hasMessage(
            "There are no calendar periods of HOURS: choose DAYS, WEEKS, MONTHS, or YEARS.");
  }

  private static long micros(Instant moment) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, moment);
  }
}
