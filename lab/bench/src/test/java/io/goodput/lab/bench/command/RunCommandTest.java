package io.goodput.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.CommandRun;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.ClusterSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code goodput run} checks before it starts a node. */
class RunCommandTest {

  private static final int PORT = 9492;

  @TempDir private Path data;

  @Test
  void data_notNamed_dependsOnTheNumberOfNodes() {
    assertThat(folder("--nodes", "3"))
        .isEqualTo(Path.of(".goodput/nodes-3"))
        .isNotEqualTo(folder("--nodes", "1"));
  }

  @Test
  void data_named_isThatFolder() {
    assertThat(folder("--nodes", "3", "--data", "mine")).isEqualTo(Path.of("mine"));
  }

  @Test
  void set_unknownSetting_saysWhichThereAre() {
    assertThat(set("fair_sharez=on").err())
        .startsWith("goodput: --set: unknown key 'fair_sharez'; the keys are enforce_limits, ");
  }

  @Test
  void set_wrongValue_saysWhichThereAre() {
    assertThat(set("fair_shares=maybe").err())
        .isEqualTo("goodput: --set: fair_shares must be off, observe or on, not 'maybe'.\n");
  }

  @Test
  void set_withoutThePlugin_isAMistake() {
    assertThat(run("--set", "fair_shares=on"))
        .isEqualTo(mistake("Stock nodes have no settings of Goodput: leave out --set."));
  }

  @Test
  void data_ofAClusterOfAnotherSize_namesTheOptionsThatHelp() throws IOException {
    Files.writeString(data.resolve("cluster.properties"), "nodes=1\nstorage_port=7450\n");

    assertThat(run("--nodes", "3"))
        .isEqualTo(
            mistake(
                "The data in %s belongs to a cluster of size 1, not 3: run it with --nodes 1, or"
                    + " choose another folder with --data."));
  }

  @Test
  void data_ofARunningClusterWithAConsole_namesTheClusterAndNotThePort() throws IOException {
    try (Cluster running = Cluster.open(ClusterSpec.of(data, data).withNativePort(PORT));
        ServerSocket console = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(run("--console", "--console-port", "" + console.getLocalPort()))
          .isEqualTo(
              mistake(
                  "Another cluster is running in %s: stop it, or choose another folder with"
                      + " --data."));
      assertThat(running.nodes()).hasSize(1);
    }
  }

  @Test
  void consolePort_taken_namesTheOption() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();

      assertThat(run("--console", "--console-port", "" + port))
          .isEqualTo(
              mistake(
                  "Port %d is taken: stop what listens there, or choose another one with"
                          .formatted(port)
                      + " --console-port."));
    }
  }

  @Test
  void consolePort_taken_leavesTheFolderUnlocked() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      CommandRun first = run("--console", "--console-port", port);

      assertThat(run("--console", "--console-port", port)).isEqualTo(first);
    }
  }

  @Test
  void nodes_tooMany_saysSoInOneSentence() {
    assertThat(run("--nodes", "99"))
        .isEqualTo(mistake("The number of nodes must be 1 to 9, not 99."));
  }

  @Test
  void heap_tooSmall_exitsWithTwo() {
    assertThat(run("--heap", "1").exit()).isEqualTo(2);
  }

  @Test
  void allowChanges_withoutAConsole_saysWhatIsMissing() {
    CommandRun run = run("--allow-changes");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("--console");
  }

  @Test
  void help_namesTheUsualPortOfTheConsole() {
    assertThat(CommandRun.of(Lab.commandLine(), "run", "--help").out())
        .contains("--allow-changes", "8088");
  }

  private static Path folder(String... arguments) {
    RunCommand command = new RunCommand();
    new CommandLine(command).parseArgs(arguments);
    return command.folder();
  }

  private CommandRun set(String setting) {
    return CommandRun.of(
        Lab.commandLine(), "run", "--port", "" + PORT, "--data", data.toString(), "--set", setting);
  }

  private CommandRun run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("run", "--stock", "--port", "" + PORT));
    all.addAll(List.of("--data", data.toString()));
    all.addAll(List.of(arguments));
    return CommandRun.of(Lab.commandLine(), all.toArray(String[]::new));
  }

  private CommandRun mistake(String sentence) {
    return new CommandRun(2, "", "goodput: " + sentence.formatted(data) + "\n");
  }
}
