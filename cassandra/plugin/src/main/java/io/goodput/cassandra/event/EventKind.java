package io.goodput.cassandra.event;

import java.util.Locale;

/** What can happen. */
public enum EventKind {
  NODE_STARTED(Severity.INFO),
  LIMIT_CHANGED(Severity.INFO),
  OVERRIDE_SET(Severity.INFO),
  OVERRIDE_REMOVED(Severity.INFO),
  OVERRIDE_EXPIRED(Severity.INFO),
  HOT_PARTITION(Severity.WARNING),
  REJECTIONS_BEGAN(Severity.WARNING),
  REJECTIONS_ENDED(Severity.INFO),
  FAIR_SHARES_BEGAN(Severity.WARNING),
  FAIR_SHARES_ENDED(Severity.INFO),
  YIELDING_BEGAN(Severity.INFO),
  YIELDING_ENDED(Severity.INFO),
  RUNAWAY_READS_BEGAN(Severity.WARNING),
  RUNAWAY_READS_ENDED(Severity.INFO),
  FAULT(Severity.ERROR);

  /** How bad it is. */
  public enum Severity {
    INFO,
    WARNING,
    ERROR;

    /** The name in the view and in the log. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Severity severity;

  EventKind(Severity severity) {
    this.severity = severity;
  }

  /** How bad it is. */
  public Severity severity() {
    return severity;
  }

  /** The name in the view and in the log. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
