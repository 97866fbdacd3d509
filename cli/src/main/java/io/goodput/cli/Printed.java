package io.goodput.cli;

/** Texts from the data of a cluster, for a terminal. */
public final class Printed {

  private static final int LONGEST = 120;

  private Printed() {}

  /** A text without control characters, which a terminal would obey. */
  public static String of(String text) {
    return text.replaceAll("\\p{Cc}", "\uFFFD");
  }

  /** The same, cut if it is longer than a line. */
  public static String inALine(String text) {
    String printed = of(text);
    return printed.codePointCount(0, printed.length()) <= LONGEST
        ? printed
        : printed.substring(0, printed.offsetByCodePoints(0, LONGEST - 1)) + "…";
  }
}
