package io.goodput.core.fair;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * What a role gets: the service levels of the role itself and of all roles granted to it, combined.
 * The lowest shares and the lowest timeout win, and batch wins over interactive. Each option may
 * come from another level. Immutable.
 *
 * @param ofShares the level with the lowest shares
 * @param ofTimeout the level with the lowest timeout, or any if no level has a timeout
 * @param ofWorkload the level whose workload wins
 */
public record EffectiveLevel(
    ServiceLevel ofShares, ServiceLevel ofTimeout, ServiceLevel ofWorkload) {

  private static final Comparator<ServiceLevel> BY_NAME = Comparator.comparing(ServiceLevel::name);
  private static final Comparator<ServiceLevel> BY_SHARES =
      Comparator.comparingInt(ServiceLevel::shares).thenComparing(BY_NAME);
  private static final Comparator<ServiceLevel> BY_TIMEOUT =
      Comparator.comparingLong(EffectiveLevel::timeoutOrMost).thenComparing(BY_NAME);
  private static final Comparator<ServiceLevel> BY_WORKLOAD =
      Comparator.comparing(ServiceLevel::workload).reversed().thenComparing(BY_NAME);

  /** The combination of some levels; empty if there are none. */
  public static Optional<EffectiveLevel> of(Collection<ServiceLevel> levels) {
    return levels.stream()
        .min(BY_SHARES)
        .map(
            ofShares ->
                new EffectiveLevel(
                    ofShares,
                    levels.stream().min(BY_TIMEOUT).orElseThrow(),
                    levels.stream().min(BY_WORKLOAD).orElseThrow()));
  }

  private static long timeoutOrMost(ServiceLevel level) {
    return level.timeoutNanos() == 0 ? Long.MAX_VALUE : level.timeoutNanos();
  }

  /** The level as whose tenant the role competes: the one that gives the shares. */
  public String name() {
    return ofShares.name();
  }

  /** The weight of the tenant, from 1 to {@link ServiceLevel#MOST_SHARES}. */
  public int shares() {
    return ofShares.shares();
  }

  /** How long clients wait for an answer, in nanoseconds; zero if no level says it. */
  public long timeoutNanos() {
    return ofTimeout.timeoutNanos();
  }

  /** How clients take a refusal. */
  public Workload workload() {
    return ofWorkload.workload();
  }
}
