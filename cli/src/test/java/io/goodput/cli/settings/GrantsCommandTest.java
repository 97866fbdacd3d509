package io.goodput.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("goodput grants")
class GrantsCommandTest {

  @Test
  @DisplayName("prints what the docs list, which a test tries on a node")
  void call_allCommands_isTheListOfTheDocs() throws IOException {
    List<String> documented =
        Pattern.compile("GRANT (.+) TO ops;")
            .matcher(Files.readString(Path.of("..", "docs", "operations.md")))
            .results()
            .map(grant -> "GRANT " + grant.group(1) + " TO \"ops\";")
            .toList();

    CommandRun result = CommandRun.of("grants", "ops");

    assertThat(result.exit()).isZero();
    assertThat(result.out().lines()).containsExactlyInAnyOrderElementsOf(documented);
  }

  @Test
  void call_oneCommand_isWhatItNeeds() {
    assertThat(CommandRun.of("grants", "ops", "--for", "doctor").out().lines())
        .hasSize(8)
        .contains("GRANT SELECT ON goodput.settings TO \"ops\";")
        .doesNotContain("GRANT SELECT ON goodput.events TO \"ops\";");
  }

  @Test
  void call_roleInQuotes_staysOneName() {
    assertThat(CommandRun.of("grants", "a\"b", "--for", "top").out())
        .contains("GRANT SELECT ON goodput.limits TO \"a\"\"b\";");
  }
}
