package io.goodput.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YamlTest {

  @Test
  void document_stringWithQuotesAndBackslashes_isEscaped() {
    assertThat(Yaml.document(Map.of("name", "a \"b\" \\c")))
        .isEqualTo("name: \"a \\\"b\\\" \\\\c\"\n");
  }

  @Test
  void document_numbersAndBooleans_areNotQuoted() {
    assertThat(Yaml.document(Map.of("list", List.of(16, true)))).isEqualTo("list: [16, true]\n");
  }

  @Test
  void document_nestedMap_usesFlowStyle() {
    assertThat(Yaml.document(Map.of("a", List.of(Map.of("b", "c")))))
        .isEqualTo("a: [{\"b\": \"c\"}]\n");
  }
}
