package io.goodput.cli;

import java.util.regex.Pattern;

/** Hides the passwords of database URLs in text for people. */
public final class Passwords {

  private static final Pattern PASSWORD =
      Pattern.compile("(password=)[^&]*", Pattern.CASE_INSENSITIVE);

  private Passwords() {}

  /** Replaces everything between {@code password=} and the next ampersand, or the end. */
  public static String masked(String text) {
    return PASSWORD.matcher(text).replaceAll("$1***");
  }
}
