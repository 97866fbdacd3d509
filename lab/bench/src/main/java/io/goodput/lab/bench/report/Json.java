package io.goodput.lab.bench.report;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonInclude.Value;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.jspecify.annotations.Nullable;

/** JSON with names in snake_case and without nulls. */
public final class Json {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(Value.construct(Include.NON_NULL, Include.NON_NULL))
          .build();

  private Json() {}

  /** A record, a list, or a map as JSON. */
  public static String of(Object value) {
    return tree(value).toString();
  }

  static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** A number rounded to some decimals; null if it is not finite. */
  public static @Nullable Double rounded(double value, int decimals) {
    double scale = Math.pow(10, decimals);
    return Double.isFinite(value) ? Math.round(value * scale) / scale : null;
  }
}
