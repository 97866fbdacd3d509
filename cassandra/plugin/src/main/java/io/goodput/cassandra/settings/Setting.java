package io.goodput.cassandra.settings;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.cassandra.config.DurationSpec;
import org.jspecify.annotations.Nullable;

/**
 * A key of {@code goodput.yaml}: its default and the values that it accepts.
 *
 * @param key the name in the file
 * @param otherwise the default
 * @param shown the default in the words of a message
 * @param expected completes the sentence {@code key must be …}
 * @param parser makes a value of what YAML has parsed; null if the value is not valid
 */
public record Setting<T>(
    String key, T otherwise, String shown, String expected, Function<Object, @Nullable T> parser) {

  /** A switch. */
  static Setting<Boolean> flag(String key, boolean otherwise) {
    return new Setting<>(
        key,
        otherwise,
        Boolean.toString(otherwise),
        "true or false",
        value -> value instanceof Boolean flag ? flag : null);
  }

  /** One word or another, which is the default. YAML takes {@code on} and {@code off} for flags. */
  static Setting<Boolean> choice(String key, String word, String otherwise) {
    return new Setting<>(
        key,
        false,
        otherwise,
        word + " or " + otherwise,
        value ->
            isWord(value, word) ? Boolean.TRUE : isWord(value, otherwise) ? Boolean.FALSE : null);
  }

  /** One of several words; the first is the default. */
  static Setting<String> oneOf(String key, String first, String... others) {
    List<String> words = Stream.concat(Stream.of(first), Stream.of(others)).toList();
    return new Setting<>(
        key,
        first,
        first,
        String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.get(others.length),
        value -> words.stream().filter(word -> isWord(value, word)).findFirst().orElse(null));
  }

  private static boolean isWord(Object value, String word) {
    return value.equals(word)
        || (word.equals("off") && value.equals(false))
        || (word.equals("on") && value.equals(true));
  }

  /** A whole number within bounds, both inclusive. */
  static Setting<Integer> number(String key, int least, int most, int otherwise) {
    return new Setting<>(
        key,
        otherwise,
        Integer.toString(otherwise),
        "a whole number from %d to %d".formatted(least, most),
        value -> value instanceof Integer n && n >= least && n <= most ? n : null);
  }

  /**
   * The size of a table in memory: a power of two within bounds, both inclusive.
   *
   * @param entryBytes what an entry takes
   * @param quarterOfHeap the bytes that all entries may take
   */
  static Setting<Integer> entries(
      String key, int least, int most, int otherwise, int entryBytes, long quarterOfHeap) {
    int fitting = (int) Math.min(most, Long.highestOneBit(quarterOfHeap / entryBytes));
    return new Setting<>(
        key,
        otherwise,
        Integer.toString(otherwise),
        "a power of two from %d to %d".formatted(least, fitting)
            + (fitting < most ? ", at most a quarter of this node's heap" : ""),
        value ->
            value instanceof Integer n && n >= least && n <= fitting && Integer.bitCount(n) == 1
                ? n
                : null);
  }

  /** The name of a class; empty for none. */
  static Setting<String> className(String key) {
    return new Setting<>(
        key,
        "",
        "Cassandra's own",
        "the name of a class",
        value -> value instanceof String name ? name : null);
  }

  /** A time with its unit, from zero to a bound. */
  static Setting<Duration> duration(String key, Duration most, Duration otherwise) {
    return new Setting<>(
        key,
        otherwise,
        otherwise.toSeconds() + "s",
        "a time with its unit, from 0s to %dm".formatted(most.toMinutes()),
        value -> {
          Duration duration = parsed(value);
          return duration != null && duration.compareTo(most) <= 0 ? duration : null;
        });
  }

  /** A timeout above zero with its unit; {@link Duration#ZERO} for Cassandra's own. */
  static Setting<Duration> timeout(String key) {
    return new Setting<>(
        key,
        Duration.ZERO,
        "Cassandra's own timeout",
        "a time above zero with its unit, such as 500ms or 2s",
        value -> {
          Duration duration = parsed(value);
          return duration == null || duration.isZero() ? null : duration;
        });
  }

  private static @Nullable Duration parsed(Object value) {
    try {
      return Duration.ofMillis(
          new DurationSpec.LongMillisecondsBound(value.toString()).toMilliseconds());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
