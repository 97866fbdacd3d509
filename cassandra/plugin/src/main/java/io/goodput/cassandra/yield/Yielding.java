package io.goodput.cassandra.yield;

import io.goodput.cassandra.feature.Mode;
import io.goodput.core.time.TimeSource;
import io.goodput.core.yield.Strain;
import io.goodput.core.yield.StrainWatch;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * All background work that yields while requests of this node wait. One thread calls {@link #tick}
 * about once a second; all may look.
 */
final class Yielding {

  private final TimeSource time;
  private final Supplier<StrainWatch.Second> seconds;
  private final StrainWatch watch = new StrainWatch();
  private final List<BackgroundWork> all;
  private final List<YieldingWork> works;
  private boolean measures;
  private volatile Mode mode;
  private volatile Signs signs = new Signs(false, 0, 0, 0, 0);

  /**
   * Work that does not yield yet.
   *
   * @param seconds what the node has measured since it was last asked
   */
  Yielding(
      Mode mode,
      TimeSource time,
      Supplier<StrainWatch.Second> seconds,
      List<BackgroundWork> works) {
    this.mode = mode;
    this.time = time;
    this.seconds = seconds;
    this.all = works;
    this.works = works.stream().map(YieldingWork::new).toList();
  }

  /**
   * What the last second has told.
   *
   * @param waited whether requests had to wait
   * @param turnNanos how long their threads waited for each turn, in nanoseconds
   * @param readNanos how long a read took, in nanoseconds
   * @param calmReadNanos how long one takes without background work, in nanoseconds
   * @param waitedSeconds seconds since the start in which requests had to wait
   */
  record Signs(
      boolean waited,
      double turnNanos,
      double readNanos,
      double calmReadNanos,
      long waitedSeconds) {}

  Mode mode() {
    return mode;
  }

  void setMode(Mode changed) {
    mode = changed;
  }

  Signs signs() {
    return signs;
  }

  List<YieldingWork> works() {
    return works;
  }

  /** Looks at the last second. What yields when the mode becomes off stops to do so here. */
  void tick() {
    Mode now = mode;
    if (now == Mode.OFF && works.stream().noneMatch(work -> work.shown().yields())) {
      measures = false;
      return;
    }
    StrainWatch.Second second = seconds.get();
    if (!measures) {
      // It was longer than a second.
      measures = true;
      return;
    }
    Strain strain = watch.next(second, all.stream().anyMatch(BackgroundWork::runs));
    signs =
        new Signs(
            strain.waited(),
            watch.turnNanos(),
            watch.readNanos(),
            watch.calmReadNanos(),
            signs.waitedSeconds + (strain.waited() ? 1 : 0));
    Instant at = Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(time.wallNanos()));
    works.forEach(work -> work.tick(now, strain, at));
  }
}
