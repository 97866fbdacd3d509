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

  private static final Signs NONE = new Signs(false, 0, 0, 0, 0, 0);

  private final TimeSource time;
  private final Supplier<StrainWatch.Second> seconds;
  private final List<YieldingWork> works;
  private StrainWatch watch = new StrainWatch();
  private boolean measures;
  private volatile Mode mode;
  private volatile Signs signs = NONE;

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
    this.works = works.stream().map(YieldingWork::new).toList();
  }

  /**
   * What the last second has told.
   *
   * @param waited whether requests had to wait
   * @param turnNanos how long their threads waited for each turn, in nanoseconds
   * @param usualTurnNanos how long they usually wait, in nanoseconds
   * @param readNanos how long a read took, in nanoseconds
   * @param usualReadNanos how long one usually takes, in nanoseconds
   * @param waitedSeconds seconds since the start in which requests had to wait
   */
  record Signs(
      boolean waited,
      double turnNanos,
      double usualTurnNanos,
      double readNanos,
      double usualReadNanos,
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

  /** Decides on the next second by the last one. A failure restores all rates. */
  void tick() {
    Mode now = mode;
    if (now == Mode.OFF) {
      stop();
      return;
    }
    try {
      look(now);
    } catch (Throwable e) {
      stop();
      throw e;
    }
  }

  private void look(Mode now) {
    StrainWatch.Second second = seconds.get();
    long nanos = time.monotonicNanos();
    boolean isWorking = false;
    for (YieldingWork work : works) {
      isWorking |= work.look(nanos);
    }
    if (!measures) {
      // It was longer than a second.
      measures = true;
      return;
    }
    Strain strain = watch.next(second, isWorking);
    signs =
        new Signs(
            strain.waited(),
            watch.turnNanos(),
            watch.usualTurnNanos(),
            watch.readNanos(),
            watch.usualReadNanos(),
            signs.waitedSeconds + (strain.waited() ? 1 : 0));
    Instant at = Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(time.wallNanos()));
    for (YieldingWork work : works) {
      work.tick(now, strain, nanos, at);
    }
  }

  /** Restores all rates, and forgets what is usual. */
  private void stop() {
    if (measures) {
      measures = false;
      watch = new StrainWatch();
      signs = new Signs(false, 0, 0, 0, 0, signs.waitedSeconds);
    }
    RuntimeException failure = null;
    for (YieldingWork work : works) {
      try {
        work.restore();
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
