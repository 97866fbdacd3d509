package io.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsOutputTest {

  @Test
  void shown_arguments_areAsTyped() {
    assertThat(FindingsOutput.shown(List.of("bench", "overload", "--quick")))
        .isEqualTo("./goodput bench overload --quick");
  }

  @Test
  void shown_urlWithAPassword_hidesIt() {
    assertThat(FindingsOutput.shown(List.of("--url", "jdbc:x://h/d?user=u&password=a;b c&ssl=1")))
        .isEqualTo("./goodput --url jdbc:x://h/d?user=u&password=***&ssl=1");
  }
}
