package io.goodput.lab.bench.command;

import io.goodput.cli.CommandException;
import io.goodput.cli.CorrectableException;
import io.goodput.cli.Goodput;
import io.goodput.lab.nodes.ClusterException;
import io.goodput.lab.nodes.PreconditionException;
import java.util.Locale;
import picocli.CommandLine;

/** The {@code goodput} command with those of the laboratory. */
public final class Lab {

  private Lab() {}

  /** Exits like {@link Goodput#main}. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return Goodput.commandLine(new RunCommand(), new LoadCommand(), BenchCommand.create())
        .setExecutionExceptionHandler(
            (problem, command, parsed) -> Goodput.explain(shown(problem), command, parsed));
  }

  private static Exception shown(Exception problem) {
    if (problem instanceof PreconditionException) {
      return new CorrectableException(String.valueOf(problem.getMessage()));
    }
    return problem instanceof ClusterException
        ? new CommandException(String.valueOf(problem.getMessage()))
        : problem;
  }
}
