package io.goodput.cli;

/** Texts from the data of a cluster, for a terminal. */
public final class Printed {

  private static final int LONGEST = 120;

  private Printed() {}

  /**
   * A text without control characters, which a terminal would obey, and not much longer than a
   * line.
   */
  public static String of(String text) {
    String harmless = text.replaceAll("\\p{Cntrl}", "\uFFFD");
    return harmless.length() <= LONGEST ? harmless : harmless.substring(0, LONGEST - 1) + "…";
  }
}
