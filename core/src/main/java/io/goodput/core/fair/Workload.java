package io.goodput.core.fair;

/** How a client takes a refusal, in the order in which one replaces another on the same role. */
public enum Workload {
  /** The client does not say; it is treated as interactive. */
  UNSPECIFIED,
  /** A refusal is better than a wait. */
  INTERACTIVE,
  /** A short wait is better than a refusal. */
  BATCH
}
