package io.goodput.cli.console;

import org.jspecify.annotations.Nullable;

/**
 * Something that an operator should know, in plain words.
 *
 * @param id the same as long as it is the same thing
 * @param text what is so
 * @param action what Goodput does about it, or what the operator can do
 * @param partition the table, the kind, and the token of the partition that it is about; null if it
 *     is about another thing
 * @param since when it began, or was first seen, in milliseconds since 1970
 */
record Finding(
    String id, Level level, String text, String action, @Nullable String partition, long since) {

  /** The most urgent first. */
  enum Level {
    TROUBLE,
    /** Would be trouble, but for Goodput. */
    HELD,
    NOTICE
  }

  Finding(String id, Level level, String text, String action, @Nullable String partition) {
    this(id, level, text, action, partition, 0);
  }

  Finding since(long time) {
    return new Finding(id, level, text, action, partition, time);
  }
}
