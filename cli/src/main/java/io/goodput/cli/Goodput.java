package io.goodput.cli;

import io.goodput.bench.BenchException;
import io.goodput.bench.report.Passwords;
import io.goodput.cli.buckets.BucketsCommand;
import io.goodput.cli.console.ConsoleCommand;
import io.goodput.cli.doctor.DoctorCommand;
import io.goodput.cli.doctor.WaitWarmCommand;
import io.goodput.cli.install.InstallCommand;
import io.goodput.cli.install.UninstallCommand;
import io.goodput.cli.overrides.DenyCommand;
import io.goodput.cli.overrides.LimitCommand;
import io.goodput.cli.overrides.OverridesCommand;
import io.goodput.cli.overrides.UnlimitCommand;
import io.goodput.cli.top.TopCommand;
import io.goodput.cluster.ClusterException;
import io.goodput.cluster.PreconditionException;
import java.util.Locale;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** The {@code goodput} command. */
@Command(
    name = "goodput",
    description = "Overload protection for databases that people already run.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Goodput.BuiltVersion.class,
    subcommands = {
      RunCommand.class,
      TopCommand.class,
      ConsoleCommand.class,
      LoadCommand.class,
      BenchCommand.class,
      SimulateCommand.class,
      BucketsCommand.class,
      InstallCommand.class,
      UninstallCommand.class,
      LimitCommand.class,
      DenyCommand.class,
      UnlimitCommand.class,
      OverridesCommand.class,
      DoctorCommand.class,
      WaitWarmCommand.class
    })
public final class Goodput {

  Goodput() {}

  /** Exits with 0, with 1 if the command failed, or with 2 if the user can correct the cause. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine command =
        new CommandLine(new Goodput()).setExecutionExceptionHandler(Goodput::explain);
    IParameterExceptionHandler usual = command.getParameterExceptionHandler();
    return command.setParameterExceptionHandler(
        (problem, args) -> usual.handleParseException(withoutPassword(problem), args));
  }

  /** Arguments that picocli rejects can be URLs with passwords. */
  private static ParameterException withoutPassword(ParameterException problem) {
    String message = String.valueOf(problem.getMessage());
    String masked = Passwords.masked(message);
    return masked.equals(message)
        ? problem
        : new ParameterException(problem.getCommandLine(), masked);
  }

  /** The version in the manifest of the command's jar. */
  static final class BuiltVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = Goodput.class.getPackage().getImplementationVersion();
      return new String[] {"goodput " + Objects.requireNonNullElse(version, "without a version")};
    }
  }

  private static int explain(Exception problem, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (!(problem instanceof ClusterException || problem instanceof BenchException)) {
      throw problem;
    }
    command.getErr().println("goodput: " + problem.getMessage());
    return problem instanceof PreconditionException ? ExitCode.USAGE : ExitCode.SOFTWARE;
  }
}
