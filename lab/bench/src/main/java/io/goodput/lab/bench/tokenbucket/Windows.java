package io.goodput.lab.bench.tokenbucket;

import io.goodput.core.bucket.Rate;
import java.util.List;

/**
 * How many tokens several processes got in any time span, at millisecond resolution. A token counts
 * in a span only if its request began and ended in it, so that no delay counts as an excess.
 */
final class Windows {

  private static final double MILLIS = 1_000;

  /** Each process knows the time to a millisecond. */
  private static final int CLOCK_MILLIS = 2;

  private Windows() {}

  /**
   * The largest number of tokens, over all spans, that exceeds burst + rate x span; negative if
   * there are always fewer.
   *
   * @param clients on one machine
   */
  static double excess(List<Tally> clients, Rate rate) {
    long first = clients.stream().mapToLong(Tally::firstMillis).min().orElse(0);
    int length =
        clients.stream()
            .mapToInt(client -> (int) (client.firstMillis() - first) + client.begun().size())
            .max()
            .orElse(0);
    long[] begun = new long[length];
    long[] ended = new long[length];
    for (Tally client : clients) {
      int offset = (int) (client.firstMillis() - first);
      for (int milli = 0; milli < client.begun().size(); milli++) {
        begun[offset + milli] += client.begun().get(milli);
        ended[offset + milli] += client.ended().get(milli);
      }
    }
    return excess(begun, ended, rate);
  }

  private static double excess(long[] begun, long[] ended, Rate rate) {
    double perMilli = rate.perSecond() / MILLIS;
    // Of all beginnings so far: the fewest tokens begun before, less the inflow until then.
    double least = Double.POSITIVE_INFINITY;
    double most = -rate.burst();
    long begunBefore = 0;
    long endedUntil = 0;
    for (int milli = 0; milli < begun.length; milli++) {
      least = Math.min(least, begunBefore - perMilli * milli);
      begunBefore += begun[milli];
      endedUntil += ended[milli];
      most =
          Math.max(most, endedUntil - perMilli * (milli + 1 + CLOCK_MILLIS) - least - rate.burst());
    }
    return most;
  }
}
