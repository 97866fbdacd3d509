package io.goodput.core.simulation;

/**
 * A while in which something goes at another speed. Immutable. Times in seconds.
 *
 * @param at when it begins; beyond the end for never
 * @param seconds that it lasts
 * @param times as fast as otherwise; 0 for a standstill
 */
public record Spell(double at, double seconds, double times) {

  /** None. */
  public static final Spell NEVER = new Spell(Double.POSITIVE_INFINITY, 0, 1);

  /** How many times as fast as otherwise it goes at a moment. */
  double speed(double now) {
    return now >= at && now < at + seconds ? times : 1;
  }

  /** When work is done that is begun now, and would take so long otherwise; more than 0. */
  double end(double now, double work) {
    double before = Math.max(0, at - now);
    if (work <= before || now >= at + seconds) {
      return now + work;
    }
    double left = work - before;
    double spellLeft = at + seconds - Math.max(now, at);
    if (left <= spellLeft * times) {
      return Math.max(now, at) + left / times;
    }
    return at + seconds + left - spellLeft * times;
  }
}
