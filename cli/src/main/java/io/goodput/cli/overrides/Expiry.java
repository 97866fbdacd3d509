package io.goodput.cli.overrides;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How long an override lasts, in seconds: from a second to a day. */
record Expiry(int seconds) {

  private static final int MOST = ClusterOverrides.MOST_SECONDS;
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,6})([smhd])");
  private static final Map<String, Integer> UNITS = Map.of("s", 1, "m", 60, "h", 3600, "d", MOST);

  /** Reads a number with a unit, such as {@code 10m}. */
  static final class Converter implements ITypeConverter<Expiry> {

    @Override
    public Expiry convert(String text) {
      Matcher duration = DURATION.matcher(text);
      if (duration.matches()) {
        long seconds =
            Long.parseLong(duration.group(1)) * UNITS.getOrDefault(duration.group(2), MOST);
        if (seconds >= 1 && seconds <= MOST) {
          return new Expiry((int) seconds);
        }
      }
      throw new TypeConversionException(
          "an override lasts from 1s to 1d (units s, m, h, d), such as 10m, not '" + text + "'");
    }
  }
}
