package io.goodput.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeLayoutTest {

  private static final NodeOptions PROTECTED = NodeOptions.protectedBy(Path.of("plugin.jar"));

  @TempDir private Path folder;
  private NodeLayout layout;
  private Path settings;

  @BeforeEach
  void firstStart() {
    layout = new NodeLayout(ClusterSpec.of(folder, folder), 1, 7000);
    layout.write(PROTECTED);
    settings = layout.configuration().resolve("goodput.yaml");
  }

  @Test
  void write_settingsOfAnEarlierStart_areReplaced() throws IOException {
    layout.write(PROTECTED.withGoodputYaml("fair_shares: on\n"));
    layout.write(PROTECTED.withGoodputYaml("fair_shares: observe\n"));

    assertThat(Files.readString(settings)).endsWith("fair_shares: observe\n");
  }

  @Test
  void write_settingsOfAnEarlierStart_areRemoved() {
    layout.write(PROTECTED.withGoodputYaml("fair_shares: on\n"));
    layout.write(PROTECTED);

    assertThat(settings).doesNotExist();
  }

  @Test
  void write_settingsOfTheUser_areKept() throws IOException {
    Files.writeString(settings, "fair_shares: on\n");

    layout.write(PROTECTED);

    assertThat(settings).hasContent("fair_shares: on\n");
  }

  @Test
  void write_settingsOfTheUserAndOthers_saysWhoseTheFileIs() throws IOException {
    Files.writeString(settings, "fair_shares: on\n");

    assertThatThrownBy(() -> layout.write(PROTECTED.withGoodputYaml("fair_shares: off\n")))
        .hasMessage(settings + " is your own: change the settings in it, or delete it.");
    assertThat(settings).hasContent("fair_shares: on\n");
  }
}
