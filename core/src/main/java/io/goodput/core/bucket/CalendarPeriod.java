package io.goodput.core.bucket;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;

/**
 * The periods of a calendar: days, weeks from Monday on, months, or years, at a fixed offset from
 * UTC. Immutable.
 */
public record CalendarPeriod(ChronoUnit unit, ZoneOffset offset) {

  private static final List<ChronoUnit> UNITS =
      List.of(ChronoUnit.DAYS, ChronoUnit.WEEKS, ChronoUnit.MONTHS, ChronoUnit.YEARS);

  /** More than there are offsets in seconds. */
  private static final int OFFSETS = 1 << 17;

  private static final long MICROS_PER_DAY = 86_400 * Rate.MICROS;

  /**
   * Checks the unit.
   *
   * @throws IllegalArgumentException if there are no such periods
   */
  public CalendarPeriod {
    if (!UNITS.contains(unit)) {
      throw new IllegalArgumentException(
          "There are no calendar periods of %s: choose DAYS, WEEKS, MONTHS, or YEARS."
              .formatted(unit.name()));
    }
  }

  /**
   * The periods with this code.
   *
   * @throws IllegalArgumentException if it is not a code
   */
  static CalendarPeriod of(long code) {
    long offset = code % OFFSETS - OFFSETS / 2;
    if (code < 0 || code / OFFSETS >= UNITS.size() || Math.abs(offset) > 18 * 3_600) {
      throw new IllegalArgumentException("%d is not a calendar period.".formatted(code));
    }
    return new CalendarPeriod(
        UNITS.get((int) (code / OFFSETS)), ZoneOffset.ofTotalSeconds((int) offset));
  }

  /** A positive number that identifies the unit and the offset. */
  public long code() {
    return (long) UNITS.indexOf(unit) * OFFSETS + offset.getTotalSeconds() + OFFSETS / 2;
  }

  /** When the period that contains a moment begins, in microseconds since 1970. */
  long start(long now) {
    return micros(first(now));
  }

  /** When the next period begins, in microseconds since 1970. */
  long end(long now) {
    return micros(first(now).plus(1, unit));
  }

  /** How long a period is on average, in microseconds. */
  long averageMicros() {
    return unit.getDuration().toSeconds() * Rate.MICROS;
  }

  private LocalDate first(long now) {
    long local = now + offset.getTotalSeconds() * Rate.MICROS;
    LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(local, MICROS_PER_DAY));
    return switch (unit) {
      case WEEKS -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
      case MONTHS -> day.withDayOfMonth(1);
      case YEARS -> day.withDayOfYear(1);
      default -> day;
    };
  }

  private long micros(LocalDate day) {
    return day.toEpochDay() * MICROS_PER_DAY - offset.getTotalSeconds() * Rate.MICROS;
  }

  /** Such as {@code calendar month}, or {@code calendar month at +01:00}. */
  @Override
  public String toString() {
    String name = unit.toString().toLowerCase(Locale.ROOT);
    String singular = name.substring(0, name.length() - 1);
    return offset.equals(ZoneOffset.UTC)
        ? "calendar " + singular
        : "calendar %s at %s".formatted(singular, offset);
  }
}
