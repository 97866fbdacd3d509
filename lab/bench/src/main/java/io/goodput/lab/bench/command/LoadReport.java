package io.goodput.lab.bench.command;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Summary;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Supplier;

/** Says every five seconds, and at the end, what happened to the reads of a load. */
final class LoadReport {

  private static final Duration EVERY = Duration.ofSeconds(5);

  /** After this many lines without an answer, the cluster counts as gone. */
  private static final int SILENT_LINES = 2;

  /** Reads by what happened to them. */
  private record Reads(long good, long rejected, long bad) {

    static Reads of(Summary summary) {
      long good = summary.count(Outcome.GOOD);
      long rejected = summary.count(Outcome.REFUSED);
      long all = summary.counts().values().stream().mapToLong(Long::longValue).sum();
      return new Reads(good, rejected, all - good - rejected);
    }

    Reads since(Reads earlier) {
      return new Reads(good - earlier.good, rejected - earlier.rejected, bad - earlier.bad);
    }

    long all() {
      return good + rejected + bad;
    }
  }

  private final PrintWriter out;
  private long lines;
  private int silentLines;
  private Reads last = new Reads(0, 0, 0);

  LoadReport(PrintWriter out) {
    this.out = out;
  }

  /** Prints what happened since the previous line, if five seconds have passed. */
  void progress(long nanosSinceStart, Supplier<Summary> soFar) {
    if (nanosSinceStart < (lines + 1) * EVERY.toNanos()) {
      return;
    }
    lines = nanosSinceStart / EVERY.toNanos();
    Reads now = Reads.of(soFar.get());
    Reads added = now.since(last);
    last = now;
    out.printf(
        "%4d s: %,d answered in time, %,d rejected by a limit, %,d late or failed%n",
        lines * EVERY.toSeconds(), added.good, added.rejected, added.bad);
    silentLines = added.good + added.rejected == 0 ? silentLines + 1 : 0;
    if (isUnanswered()) {
      out.printf(
          "No node has answered for %d s: check whether the cluster is up.%n",
          silentLines * EVERY.toSeconds());
    }
    out.flush();
  }

  /** Whether no node has answered for ten seconds. */
  boolean isUnanswered() {
    return silentLines >= SILENT_LINES;
  }

  /**
   * Prints what happened to all reads. Returns false if most of them were late or failed, or if the
   * last ones had no answers.
   */
  boolean end(Summary summary) {
    Reads reads = Reads.of(summary);
    out.printf(
        "Of %,d reads, %,d were answered in time, %,d were rejected by a limit, and %,d were late"
            + " or failed.%n",
        reads.all(), reads.good, reads.rejected, reads.bad);
    out.flush();
    return 2 * reads.bad <= reads.all() && !isUnanswered();
  }
}
