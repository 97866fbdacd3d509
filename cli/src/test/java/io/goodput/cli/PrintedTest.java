package io.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintedTest {

  @Test
  void of_controlCharacters_areReplaced() {
    assertThat(Printed.of("'a\u001b[2J\r\n\u009bb'")).isEqualTo("'a\uFFFD[2J\uFFFD\uFFFD\uFFFDb'");
  }

  @Test
  void inALine_aLongText_isCut() {
    assertThat(Printed.inALine("x".repeat(1_000))).hasSize(120).endsWith("x…");
    assertThat(Printed.of("x".repeat(1_000))).hasSize(1_000);
  }

  @Test
  void of_anythingElse_staysAsItIs() {
    assertThat(Printed.of("(1, 'żółć')")).isEqualTo("(1, 'żółć')");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:x?user=ann&password=a b'c, jdbc:x?user=ann&password=***",
    "jdbc:x?PASSWORD=secret&user=ann, jdbc:x?PASSWORD=***&user=ann",
    "jdbc:x?sslpassword=secret, jdbc:x?sslpassword=***",
    "jdbc:x?user=ann, jdbc:x?user=ann"
  })
  void masked_url_hidesThePasswordOnly(String url, String shown) {
    assertThat(Printed.masked(url)).isEqualTo(shown);
  }
}
