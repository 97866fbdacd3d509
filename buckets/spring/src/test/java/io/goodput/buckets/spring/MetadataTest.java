package io.goodput.buckets.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

/** What editors know about the properties. */
class MetadataTest {

  @Test
  void property_ofAnyGroup_hasADescription() throws IOException {
    Map<String, String> descriptions = descriptions();

    assertThat(descriptions.keySet()).containsExactlyInAnyOrderElementsOf(properties());
    assertThat(descriptions.values())
        .allSatisfy(description -> assertThat(description).hasSizeGreaterThan(20));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, String> descriptions() throws IOException {
    try (InputStream in =
        BucketProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      assertThat(in).isNotNull();
      String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Object found = JsonParserFactory.getJsonParser().parseMap(json).get("properties");
      return ((List<Object>) Objects.requireNonNull(found))
          .stream()
              .map(property -> (Map<String, Object>) property)
              .collect(
                  Collectors.toMap(
                      property -> String.valueOf(property.get("name")),
                      property -> String.valueOf(property.getOrDefault("description", ""))));
    }
  }

  private static List<String> properties() {
    List<String> all = new ArrayList<>(List.of("goodput.rate-limits"));
    all.addAll(properties("goodput.buckets.", BucketProperties.Buckets.class));
    all.addAll(properties("goodput.filter.", BucketProperties.Filter.class));
    return all;
  }

  private static List<String> properties(String prefix, Class<?> group) {
    return Arrays.stream(group.getRecordComponents())
        .map(component -> prefix + kebab(component.getName()))
        .toList();
  }

  private static String kebab(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
