package io.goodput.cassandra.option;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The option as the end of a table's comment: {@code [per_partition_rate_limit =
 * {max_reads_per_second: 100}]}. Its words need no quotes.
 */
final class Mark {

  private static final String KEYS_AND_VALUES = "[a-z0-9_]+: [a-z0-9_]+";

  private static final Pattern AT_END =
      Pattern.compile(
          " ?\\[%s = \\{((?:%2$s(?:, %2$s)*)?)\\}\\]$"
              .formatted(RateLimitOption.NAME, KEYS_AND_VALUES));

  private Mark() {}

  /** The option that a comment keeps; null if it keeps none. */
  static @Nullable RateLimitOption in(String comment) {
    Matcher mark = AT_END.matcher(comment);
    return mark.find() ? RateLimitOption.ofStored(map(mark.group(1))) : null;
  }

  private static Map<String, String> map(String keysAndValues) {
    Map<String, String> map = new LinkedHashMap<>();
    if (!keysAndValues.isEmpty()) {
      for (String entry : keysAndValues.split(", ", -1)) {
        int colon = entry.indexOf(": ");
        map.put(entry.substring(0, colon), entry.substring(colon + 2));
      }
    }
    return map;
  }

  /** The comment that users have given. */
  static String without(String comment) {
    return AT_END.matcher(comment).replaceFirst("");
  }

  /** A comment of users that keeps an option. */
  static String on(String comment, RateLimitOption option) {
    StringJoiner mark = new StringJoiner(", ", "[" + RateLimitOption.NAME + " = {", "}]");
    option.toMap().forEach((key, value) -> mark.add(key + ": " + value));
    return comment.isEmpty() ? mark.toString() : comment + " " + mark;
  }
}
