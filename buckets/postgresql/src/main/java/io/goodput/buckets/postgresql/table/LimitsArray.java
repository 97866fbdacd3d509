package io.goodput.buckets.postgresql.table;

import java.util.Arrays;

/** Numbers as the text of an array in SQL. */
public final class LimitsArray {

  private LimitsArray() {}

  /** Writes numbers. */
  public static String of(long[] numbers) {
    StringBuilder text = new StringBuilder("{");
    for (long number : numbers) {
      text.append(text.length() == 1 ? "" : ",").append(number);
    }
    return text.append('}').toString();
  }

  /** Reads numbers. */
  public static long[] read(String array) {
    String numbers = array.substring(1, array.length() - 1);
    return Arrays.stream(numbers.split(",", -1)).mapToLong(Long::parseLong).toArray();
  }
}
