package io.goodput.cassandra.yield;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Background work or hedged reads: what yields to requests, as operators see it. Thread-safe. */
interface Lever {

  /** The name in views and events. */
  String name();

  /** The name as the first word of a sentence, and of metrics. */
  default String title() {
    return name().substring(0, 1).toUpperCase(Locale.ROOT) + name().substring(1);
  }

  /** Says that it yields now, or would if the node did not only observe. */
  default String began(boolean observes) {
    return "Requests wait, and %s %s to them"
        .formatted(name(), observes ? "would yield" : "yields");
  }

  /** Says that it does not yield any longer. */
  default String ended() {
    return "%s has not yielded to requests for 10 s".formatted(title());
  }

  /** Its state. */
  Shown shown();

  /**
   * What operators see.
   *
   * @param share of its rate that the work may use, or of the tables whose reads may be hedged;
   *     what it would be if the node only observes
   * @param debt as a part of what is tolerable
   * @param set rate that the operator has set, in bytes per second, 0 for no limit; null if the
   *     node has not looked, or if it has no rate
   * @param now the rate that holds
   * @param since when the work has yielded; null if it does not
   * @param changes of the share
   * @param seconds in which the work yielded
   */
  record Shown(
      double share,
      double debt,
      @Nullable Long set,
      @Nullable Long now,
      @Nullable Instant since,
      long changes,
      long seconds) {

    boolean yields() {
      return since != null;
    }
  }
}
