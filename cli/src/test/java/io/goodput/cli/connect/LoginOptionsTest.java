package io.goodput.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class LoginOptionsTest {

  private static final Map<String, String> ENVIRONMENT = Map.of("GOODPUT_PASSWORD", "secret");

  @Command
  private static final class Any {
    @Mixin private LoginOptions login = new LoginOptions();
  }

  @Test
  void password_userAlone_isThatOfTheEnvironment() {
    assertThat(parsed("--user", "ops").password(ENVIRONMENT)).isEqualTo("secret");
  }

  @Test
  void password_withTheOption_isThatOfTheOption() {
    assertThat(parsed("--user", "ops", "--password", "own").password(ENVIRONMENT)).isEqualTo("own");
  }

  @Test
  void password_withoutAUser_isNone() {
    assertThat(parsed().password(ENVIRONMENT)).isNull();
  }

  private static LoginOptions parsed(String... arguments) {
    return CommandLine.populateCommand(new Any(), arguments).login;
  }
}
