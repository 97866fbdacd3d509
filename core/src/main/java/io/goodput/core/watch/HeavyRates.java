package io.goodput.core.watch;

import io.goodput.core.time.Nanos;
import java.util.List;

/**
 * How often per second each of the most frequent keys occurs: a moving average whose weights fade
 * exponentially. It is right from the first second on, because the seconds fade as the counts do.
 *
 * <p>Events are added together, after the interval in which they occurred. Times are monotonic
 * nanoseconds. Not thread-safe.
 *
 * @param <K> the type of the keys
 */
public final class HeavyRates<K> {

  /** How often a key occurs. */
  public record Rate<K>(K key, double perSecond) {}

  private final HeavyHitters<K> hitters;
  private final double halfLifeNanos;
  private long lastNanos;
  private double seconds;
  private double ofInterval = 1;

  /**
   * Rates that are all 0.
   *
   * @param capacity how many keys to keep at most, see {@link HeavyHitters}
   * @param halfLifeNanos the time in which the weight of an event halves
   */
  public HeavyRates(int capacity, long halfLifeNanos, long now) {
    this.hitters = new HeavyHitters<>(capacity);
    this.halfLifeNanos = halfLifeNanos;
    this.lastNanos = now;
  }

  /** Ends an interval: events that are added from now on have occurred in it. */
  public void advance(long now) {
    long passed = Math.max(0, now - lastNanos);
    double kept = Math.pow(0.5, passed / halfLifeNanos);
    // On average, the events of the interval have faded for half of it.
    ofInterval = Math.sqrt(kept);
    hitters.fade(kept);
    seconds = seconds * kept + ofInterval * passed / Nanos.PER_SECOND;
    lastNanos += passed;
  }

  /**
   * Adds events of the last interval.
   *
   * @param events how many; a sampled one counts for several. Nothing is added if there are none.
   */
  public void add(K key, double events) {
    if (events > 0) {
      hitters.add(key, events * ofInterval);
    }
  }

  /** How often a key occurs; 0 if other keys occur more often. */
  public double perSecond(K key) {
    return rate(hitters.weight(key));
  }

  /** How often all keys together occur. */
  public double totalPerSecond() {
    return rate(hitters.total());
  }

  /** The most frequent keys, the most frequent first. */
  public List<Rate<K>> highest(int atMost) {
    return hitters.heaviest(atMost).stream()
        .map(hitter -> new Rate<>(hitter.key(), rate(hitter.weight())))
        .toList();
  }

  private double rate(double weight) {
    return seconds > 0 ? weight / seconds : 0;
  }

  /** Forgets all, and begins anew. */
  public void clear(long now) {
    hitters.clear();
    seconds = 0;
    lastNanos = now;
  }
}
