package io.goodput.cli.console;

import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;

/** Since when findings are so. A start never moves later while its finding goes on. */
final class Starts {

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
