package io.goodput.bench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON with names in snake_case and without nulls. */
public final class Json {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .build();

  private Json() {}

  /** A record, a list, or a map as JSON. */
  public static String of(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A JSON object as a map, in the same order. */
  static Map<String, @Nullable Object> object(String json) {
    try {
      return MAPPER.readValue(
          json, new TypeReference<LinkedHashMap<String, @Nullable Object>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A record, a list, or a map as a tree. */
  static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** A number rounded to some decimals; null if it is not finite. */
  public static @Nullable Double rounded(double value, int decimals) {
    double scale = Math.pow(10, decimals);
    return Double.isFinite(value) ? Math.round(value * scale) / scale : null;
  }
}
