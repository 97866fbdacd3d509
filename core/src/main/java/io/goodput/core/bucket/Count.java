package io.goodput.core.bucket;

/**
 * The tokens of a bucket by one of its limits, at one moment of its clock, in integer arithmetic
 * without rounding errors. Immutable.
 *
 * <p>The level at a later moment t is {@code tokens + rate * (t - countedAt)}, rounded down, but at
 * most the burst. A fraction of a token is never stored: {@code countedAt} moves forward only by
 * whole periods of the rate, in which a whole number of tokens flows in, and the remaining time
 * counts later. {@code tokens} may therefore be negative while the level is not.
 *
 * <p>Until {@code countedAt}, nothing flows in. A grant moves it ahead of the clock if the bucket
 * would be full before the granted tokens are spent or expired: then level and granted tokens
 * together never exceed the burst. It moves back if the tokens were spent earlier.
 *
 * <p>By a calendar limit, nothing flows in: the level is the burst again at the first moment in a
 * later period than that of {@code countedAt}.
 *
 * @param tokens the level at {@code countedAt}
 * @param countedAt the moment, in microseconds on the bucket's clock
 * @param held how far the last grant has moved it ahead, in microseconds
 */
public record Count(long tokens, long countedAt, long held) {

  /** A count that no grant has moved ahead, or one that must not move back. */
  public Count(long tokens, long countedAt) {
    this(tokens, countedAt, 0);
  }

  /** Whole tokens; no tokens have flowed in if {@code now} is before {@code countedAt}. */
  long level(Rate rate, long now) {
    return Math.min(rate.burst(), turned(rate, now).uncapped(rate, now));
  }

  /** This count after all calendar periods that have ended. */
  Count turned(Rate rate, long now) {
    return rate.isCalendar() && rate.period().start(now) > countedAt
        ? new Count(rate.burst(), now)
        : this;
  }

  /** This count, at most so far ahead of the clock, which was wrong if it was further ahead. */
  Count atMostAhead(long most, long now) {
    return countedAt - now > most ? new Count(tokens, now + most) : this;
  }

  /**
   * This count before a grant, such that the bucket is not full before the end of a life.
   *
   * <p>Its line, which the level follows, meets the burst at the end of the life, if it met it
   * earlier before. The level at {@code now} stays. By a calendar limit, the life ends with the
   * period at the latest.
   */
  Count before(Rate rate, long life, long now) {
    if (rate.isCalendar()) {
      return new Count(level(rate, now), Math.max(countedAt, now));
    }
    boolean staysBelow =
        tokens < rate.burst() && rate.timeWithin(rate.burst() - tokens) >= now + life - countedAt;
    if (!staysBelow) {
      long level = level(rate, now);
      long reached =
          level == rate.burst()
              ? Math.max(countedAt, now)
              : countedAt + rate.timeFor(level - tokens);
      long resumes = now + life - rate.timeWithin(rate.burst() - level);
      return new Count(level, Math.max(reached, resumes), Math.max(0, resumes - reached));
    }
    long periods = Math.max(0, now - countedAt) / rate.micros();
    return new Count(tokens + periods * rate.tokens(), countedAt + periods * rate.micros());
  }

  Count plus(long added) {
    return new Count(tokens + added, countedAt);
  }

  /** This count after a grant of tokens. */
  Count minus(long granted) {
    return new Count(tokens - granted, countedAt, held);
  }

  /** This count as if the life of the tokens of its last grant had ended so much earlier. */
  Count spentEarly(long early) {
    return new Count(tokens, countedAt - Math.min(held, early));
  }

  /**
   * This count with tokens put back, as far as they fit in.
   *
   * @param added less than 0 to remove tokens, even those that are not there
   */
  Count refunded(Rate rate, long added, long now) {
    long level = level(rate, now);
    Count seen = turned(rate, now);
    return level == rate.burst() || level + added >= rate.burst()
        ? new Count(Math.min(rate.burst(), level + added), Math.max(now, countedAt))
        : seen.plus(added);
  }

  /** What the line of this count has reached at a moment, from {@code countedAt} on. */
  long uncapped(Rate rate, long at) {
    return tokens + (rate.isCalendar() ? 0 : rate.inflow(Math.max(0, at - countedAt)));
  }

  /** Microseconds until the level is so high, or the bucket is full; 0 if it is. */
  long enoughIn(Rate rate, long wanted, long now) {
    long enough = Math.min(wanted, rate.burst());
    if (level(rate, now) >= enough) {
      return 0;
    }
    return rate.isCalendar()
        ? rate.period().end(Math.max(now, countedAt)) - now
        : Math.max(0, rate.timeFor(enough - tokens) + countedAt - now);
  }
}
