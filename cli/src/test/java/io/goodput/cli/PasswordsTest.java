package io.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PasswordsTest {

  @ParameterizedTest
  @CsvSource({
    "jdbc:x?user=ann&password=a b'c, jdbc:x?user=ann&password=***",
    "jdbc:x?PASSWORD=secret&user=ann, jdbc:x?PASSWORD=***&user=ann",
    "jdbc:x?sslpassword=secret, jdbc:x?sslpassword=***",
    "jdbc:x?user=ann, jdbc:x?user=ann"
  })
  void masked_url_hidesThePasswordOnly(String url, String shown) {
    assertThat(Passwords.masked(url)).isEqualTo(shown);
  }
}
