package io.goodput.cassandra.runaway;

import io.goodput.cassandra.feature.Mode;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import io.goodput.core.yield.RunawayRule;
import io.goodput.core.yield.StrainWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.cassandra.db.ReadCommand;
import org.jspecify.annotations.Nullable;

/**
 * Stops the parts of reads of ranges that run away on this node, and decides which statements it
 * refuses afterwards. One thread calls {@link #tick}; all other methods are thread-safe.
 */
final class RunawayReads {

  /** How often the reads that run are looked at. */
  static final long TICK_NANOS = Nanos.PER_SECOND / 20;

  /** A node without reads of ranges for this long measures nothing. */
  private static final long QUIET_NANOS = 60 * Nanos.PER_SECOND;

  private static final int TICKS_PER_SECOND = (int) (Nanos.PER_SECOND / TICK_NANOS);

  /** The parts that a node executes. */
  interface Running {
    /** Those that run at this time of the {@code RequestClock}. */
    List<RunningRead> now(long now);

    /** Forgets all. */
    void clear();
  }

  /** Tells another node that a part of its read was stopped. */
  interface Answers {
    void stopped(RunningRead read, long afterNanos);
  }

  private final TimeSource time;
  private final Running running;
  private final Supplier<StrainWatch.Second> seconds;
  private final Scans scans;
  private final RunawayList list;
  private final Answers answers;
  private final long mostNanos;
  private final Duration refusal;
  private final LongAdder stopped = new LongAdder();
  private final LongAdder wouldStop = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final Set<ReadCommand> judged = Collections.newSetFromMap(new IdentityHashMap<>());

  private final RunningTimes times = new RunningTimes(TICK_NANOS);

  /** When statements were stopped because requests waited. */
  private final Map<RunningRead.Statement, Long> stoppedAt = new HashMap<>();

  private volatile Mode mode;
  private volatile long lastSeen;
  private StrainWatch watch = new StrainWatch();
  private boolean ran;
  private boolean waited;
  private int ticks;

  /** The mode of the latest look. */
  private Mode lookMode = Mode.OFF;

  /**
   * A node that has not looked yet.
   *
   * @param most for how long a read may run on this node at any time; zero for no limit
   * @param refusal for how long a statement is refused after it was stopped
   * @param running the parts that this node executes
   * @param seconds what the node has measured since it was last asked
   */
  RunawayReads(
      Mode mode,
      Duration most,
      Duration refusal,
      TimeSource time,
      Running running,
      Supplier<StrainWatch.Second> seconds,
      Scans scans,
      RunawayList list,
      Answers answers) {
    this.mode = mode;
    this.mostNanos = most.isZero() ? RunawayRule.NO_LIMIT : most.toNanos();
    this.refusal = refusal;
    this.time = time;
    this.running = running;
    this.seconds = seconds;
    this.scans = scans;
    this.list = list;
    this.answers = answers;
    this.lastSeen = time.monotonicNanos() - QUIET_NANOS;
  }

  Mode mode() {
    return mode;
  }

  /** Changes what the node does about runaway reads, and refuses no statement any longer. */
  void setMode(Mode changed) {
    mode = changed;
    list.clear();
  }

  /** A read of a range has begun at this time. */
  void seen(long now) {
    lastSeen = now;
  }

  /** Looks at the reads that run, and stops those that run away. */
  void tick() {
    long now = time.monotonicNanos();
    if (lookMode != mode) {
      lookMode = mode;
      judged.clear();
      stoppedAt.clear();
    }
    if (lookMode == Mode.OFF || now - lastSeen >= QUIET_NANOS) {
      forget();
      return;
    }
    if (ticks % TICKS_PER_SECOND == 0) {
      measure();
    }
    ticks++;
    List<RunningRead> reads = running.now(now);
    if (!reads.isEmpty()) {
      ran = true;
      lastSeen = now;
    }
    judged.retainAll(commands(reads));
    times.saw(reads.stream().map(RunningRead::id).collect(Collectors.toSet()), now);
    stoppedAt.values().removeIf(at -> now - at > QUIET_NANOS);
    decide(reads.stream().filter(read -> !judged.contains(read.command())).toList(), now);
  }

  private void decide(List<RunningRead> reads, long now) {
    List<RunningRead> chosen =
        RunawayRule.toStop(
            reads,
            read -> times.nanos(read.id()),
            read -> now - read.startedNanos(),
            RunningRead::statement,
            mostNanos,
            waited);
    if (chosen.isEmpty()) {
      reads.stream().filter(this::beganBeforeItsStatementWasStopped).forEach(this::judge);
      return;
    }
    for (RunningRead read : chosen) {
      if (judge(read) && waited) {
        stoppedAt.put(read.statement(), now);
      }
    }
    // The end of one statement may be enough: the next second tells.
    waited = false;
  }

  /**
   * Whether the read would have been stopped with its statement: a node executes some parts of a
   * read at once, and the others after them.
   */
  private boolean beganBeforeItsStatementWasStopped(RunningRead read) {
    Long at = stoppedAt.isEmpty() ? null : stoppedAt.get(read.statement());
    return at != null && at - read.startedNanos() >= RunawayRule.LEAST_NANOS;
  }

  private void measure() {
    StrainWatch.Second second = seconds.get();
    list.expire(now());
    if (ticks > 0) {
      // The first one was longer than a second.
      waited = watch.next(second, ran).waited();
    }
    ran = false;
  }

  private void forget() {
    if (ticks > 0) {
      ticks = 0;
      waited = false;
      ran = false;
      watch = new StrainWatch();
      judged.clear();
      times.clear();
      stoppedAt.clear();
      running.clear();
    }
  }

  private static Set<ReadCommand> commands(List<RunningRead> reads) {
    Set<ReadCommand> commands = Collections.newSetFromMap(new IdentityHashMap<>());
    reads.forEach(read -> commands.add(read.command()));
    return commands;
  }

  /** Returns whether the read was stopped. */
  private boolean judge(RunningRead read) {
    judged.add(read.command());
    long nanos = times.nanos(read.id());
    boolean stops = lookMode == Mode.ON;
    Scan scan = read.isLocal() ? scans.of(read.command()) : null;
    if (!read.command().isInProgress() || (stops && !stop(read, scan, nanos))) {
      return false;
    }
    (stops ? stopped : wouldStop).increment();
    if (scan == null) {
      String text = read.text();
      list.ran(
          read.command().metadata(),
          text,
          text,
          read.message() == null ? "" : read.message().from().getHostAddress(false),
          stops,
          nanos,
          now(),
          null);
    } else if (!stops) {
      list(scan, false, nanos);
    }
    return stops;
  }

  /** The request's thread may see the end at once, so it learns the reason before. */
  private boolean stop(RunningRead read, @Nullable Scan scan, long nanos) {
    Scan first = scan == null || scan.isStopped() ? null : scan;
    if (first != null) {
      first.stop(nanos);
    }
    boolean stops = read.command().abort();
    if (stops && !read.isLocal()) {
      answers.stopped(read, nanos);
    } else if (!stops && first != null) {
      first.goOn();
    }
    return stops;
  }

  /** Records that a client's read has failed because a part of it was stopped. */
  RunawayStatement failed(Scan scan) {
    return list(scan, true, scan.stoppedAfterNanos());
  }

  /** Lists a statement; refuses it from now on if it was stopped and its text is known. */
  private RunawayStatement list(Scan scan, boolean wasStopped, long nanos) {
    String identity = scan.identity();
    boolean refuses = wasStopped && identity != null && !refusal.isZero();
    Instant now = now();
    return list.ran(
        scan.table(),
        identity == null ? "" : identity,
        scan.statement(),
        scan.origin(),
        wasStopped,
        nanos,
        now,
        refuses ? now.plus(refusal) : null);
  }

  /** The statement as which a read is refused; null if it is not refused. */
  @Nullable RunawayStatement refused(Scan scan) {
    String identity = mode == Mode.ON && list.refusesAny() ? scan.identity() : null;
    return identity == null ? null : list.refused(scan.table(), identity, now());
  }

  /** Counts that a read is refused. */
  void countRefused(RunawayStatement statement) {
    refused.increment();
    list.countRefused(statement.id());
  }

  private Instant now() {
    return Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(time.wallNanos()));
  }

  /** Parts that this node has stopped. */
  long stopped() {
    return stopped.sum();
  }

  /** Parts that it would have stopped if it did not only observe. */
  long wouldStop() {
    return wouldStop.sum();
  }

  /** Statements that it has refused. */
  long refused() {
    return refused.sum();
  }
}
