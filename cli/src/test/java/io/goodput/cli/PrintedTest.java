package io.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
}
