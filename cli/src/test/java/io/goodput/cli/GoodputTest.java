package io.goodput.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class GoodputTest {

  private final StringWriter err = new StringWriter();
  private final CommandLine command = Goodput.commandLine().setErr(new PrintWriter(err, true));

  @Test
  void execute_unknownFlag_exitsWithTwo() {
    assertThat(command.execute("top", "--frobnicate")).isEqualTo(2);
  }

  @Test
  void execute_unknownFlag_saysSoAndWhereTheHelpIs() {
    command.execute("top", "--frobnicate");

    assertThat(err).hasToString("Unknown option: '--frobnicate'\nSee goodput top --help.\n");
  }

  @Test
  void execute_misspelledFlag_namesTheOneThatExists() {
    command.execute("top", "--hots", "db1");

    assertThat(err.toString().lines().skip(1))
        .containsExactly("Possible solutions: --hosts", "See goodput top --help.");
  }

  @Test
  void execute_aWordForANumber_saysThatItIsNone() {
    command.execute("limit", "demo.posts", "1", "--reads", "ten", "--for", "10m");

    assertThat(err.toString().lines())
        .containsExactly(
            "Invalid value for option '--reads': 'ten' is not a whole number",
            "See goodput limit --help.");
  }

  @ParameterizedTest
  @CsvSource({"top --hosts,--port", "console --port 0 --hosts,--cql-port"})
  void execute_aHostWithAPort_namesTheOptionForThePort(String begin, String option) {
    int exit = command.execute((begin + " db1,127.0.0.1:9042").split(" "));

    assertThat(exit).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("'127.0.0.1:9042' is not a host: give the port with %s.".formatted(option));
  }

  @Test
  void execute_noCommand_showsTheHelpAndExitsWithTwo() {
    assertThat(command.execute()).isEqualTo(2);
    assertThat(err.toString()).startsWith("Usage: goodput").contains("Commands:", "console");
  }

  @Test
  void help_ofACommand_isThatOfItsOption() {
    CommandRun help = CommandRun.of("help", "console");

    assertThat(help).isEqualTo(CommandRun.of("console", "--help"));
    assertThat(help.exit()).isZero();
  }

  @Test
  void execute_somethingThatTheUserCanPutRight_saysSoInOneSentence() {
    assertThat(command.execute("top", "--tls", "--truststore", "nowhere")).isEqualTo(2);
    assertThat(err)
        .hasToString("goodput: There is no file nowhere: name another one with --truststore.\n");
  }

  @ParameterizedTest
  @CsvSource({"run, --nodes", "load, --rate", "bench, overload"})
  void execute_aCommandOfTheLab_saysWhereItIs(String name, String argument) {
    assertThat(command.execute(name, argument)).isEqualTo(2);
    assertThat(err)
        .hasToString(
            "goodput: %s comes with the lab:".formatted(name)
                + " take it from goodput-lab-VERSION.tar.gz, or from a checkout.\n");
  }

  @Test
  void help_ofTheCommand_namesTheCommandsOfTheLab() {
    assertThat(CommandRun.of("--help").out()).contains("run ", "load ", "bench ", "(lab)");
  }
}
