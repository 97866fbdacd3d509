package io.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintedTest {

  @Test
  void of_controlCharacters_areReplaced() {
    assertThat(Printed.of("'a\u001b[2J\r\n\u0003b'")).isEqualTo("'a\uFFFD[2J\uFFFD\uFFFD\uFFFDb'");
  }

  @Test
  void of_aLongText_isCut() {
    assertThat(Printed.of("x".repeat(1_000))).hasSize(120).endsWith("x…");
  }

  @Test
  void of_anythingElse_staysAsItIs() {
    assertThat(Printed.of("(1, 'żółć')")).isEqualTo("(1, 'żółć')");
  }
}
