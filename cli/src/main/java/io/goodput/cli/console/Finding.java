package io.goodput.cli.console;

import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that an operator should know, in plain words.
 *
 * @param id the same as long as it is the same thing
 * @param text what is so
 * @param action what Goodput does about it, or what the operator can do
 * @param partition the table, the kind, and the token of the partition that it is about; null if it
 *     is about another thing
 * @param since when it began, or was first seen, in milliseconds since 1970
 */
record Finding(
    String id, Level level, String text, String action, @Nullable String partition, long since) {

  /** The most urgent first. */
  enum Level {
    TROUBLE,
    /** Would be trouble, but for Goodput. */
    HELD,
    /** The page does not see whether there is trouble. */
    UNKNOWN,
    NOTICE
  }

  Finding since(long time) {
    return new Finding(id, level, text, action, partition, time);
  }

  /** Since when findings are so. A start never moves later while its finding goes on. */
  static final class Starts {

    /** How much later than its event a finding may be seen, and longer than frames are apart. */
    private static final long DELAY_MILLIS = 10_000;

    private Map<String, Long> starts = Map.of();
    private long last = Long.MIN_VALUE / 2;

    /**
     * Dates the findings of a frame, by their events if they have one of this time.
     *
     * @param time of the frame, in milliseconds since 1970
     */
    List<Finding> date(long time, List<Finding> findings) {
      // After a pause, what began meanwhile is dated by its event, however old.
      boolean isWatched = time - last <= DELAY_MILLIS;
      Map<String, Long> known = isWatched ? starts : Map.of();
      List<Finding> dated =
          findings.stream()
              .map(
                  finding -> {
                    long seen = requireNonNullElse(known.get(finding.id()), time);
                    return finding.since(
                        start(finding.since(), seen, isWatched ? seen - DELAY_MILLIS : 1));
                  })
              .toList();
      starts = dated.stream().collect(toMap(Finding::id, Finding::since, Math::min));
      last = time;
      return dated;
    }

    private static long start(long event, long seen, long earliest) {
      return event < earliest ? seen : Math.min(event, seen);
    }
  }
}
