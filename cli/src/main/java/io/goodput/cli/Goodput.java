package io.goodput.cli;

import io.goodput.cli.buckets.BucketsCommand;
import io.goodput.cli.console.ConsoleCommand;
import io.goodput.cli.doctor.DoctorCommand;
import io.goodput.cli.doctor.WaitWarmCommand;
import io.goodput.cli.install.PluginCommand;
import io.goodput.cli.overrides.OverridesCommand;
import io.goodput.cli.overrides.PartitionCommand;
import io.goodput.cli.settings.GrantsCommand;
import io.goodput.cli.settings.SetCommand;
import io.goodput.cli.top.TopCommand;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.Unmatched;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code goodput} command. */
@Command(
    name = "goodput",
    description = "Overload protection for databases that people already run.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Goodput.BuiltVersion.class,
    subcommands = {
      TopCommand.class,
      ConsoleCommand.class,
      BucketsCommand.class,
      PluginCommand.Install.class,
      PluginCommand.Uninstall.class,
      PartitionCommand.Limit.class,
      PartitionCommand.Deny.class,
      PartitionCommand.Unlimit.class,
      OverridesCommand.class,
      SetCommand.class,
      GrantsCommand.class,
      DoctorCommand.class,
      WaitWarmCommand.class,
      Goodput.LabRun.class,
      Goodput.LabLoad.class,
      Goodput.LabBench.class,
      HelpCommand.class
    })
public final class Goodput implements Callable<Integer> {

  @Spec private CommandSpec spec;

  Goodput() {}

  /** Exits with 0, with 1 if the command failed, or with 2 if the user can correct the cause. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    System.exit(commandLine().execute(args));
  }

  /**
   * The command.
   *
   * @param lab commands of the laboratory, which take the places of their names
   */
  public static CommandLine commandLine(Object... lab) {
    CommandLine command = new CommandLine(new Goodput());
    for (Object one : lab) {
      CommandLine subcommand = new CommandLine(one);
      command.getCommandSpec().removeSubcommand(subcommand.getCommandName());
      command.addSubcommand(subcommand);
    }
    return command
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(Integer.class, Goodput::wholeNumber)
        .registerConverter(int.class, Goodput::wholeNumber)
        .setExecutionExceptionHandler(Goodput::explain)
        .setParameterExceptionHandler(Goodput::correct);
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE;
  }

  /** The help would bury the message. The arguments can be URLs with passwords. */
  private static int correct(ParameterException problem, String[] arguments) {
    CommandLine command = problem.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(Printed.masked(problem.getMessage()));
    UnmatchedArgumentException.printSuggestions(problem, err);
    err.println("See %s --help.".formatted(command.getCommandSpec().qualifiedName()));
    return ExitCode.USAGE;
  }

  private static Integer wholeNumber(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'%s' is not a whole number%s"
              .formatted(text, text.matches("-?\\d+") ? " up to 2147483647" : ""));
    }
  }

  /** The version in the manifest of the command's jar. */
  static final class BuiltVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = Goodput.class.getPackage().getImplementationVersion();
      return new String[] {"goodput " + Objects.requireNonNullElse(version, "without a version")};
    }
  }

  /** A command of the laboratory, by its name alone: it says where the command is. */
  abstract static class LabCommand implements Runnable {

    @Spec private CommandSpec spec;

    @Unmatched
    @SuppressWarnings("UnusedVariable") // Accepts all arguments.
    private final List<String> arguments = new ArrayList<>();

    @Override
    public void run() {
      throw new CorrectableException(
          "%s comes with the lab: take it from goodput-lab-VERSION.tar.gz, or from a checkout."
              .formatted(spec.name()));
    }
  }

  @Command(name = "run", description = "(lab) Runs a protected Cassandra on this machine.")
  static final class LabRun extends LabCommand {}

  @Command(name = "load", description = "(lab) Reads mostly one partition, for a trial.")
  static final class LabLoad extends LabCommand {}

  @Command(name = "bench", description = "(lab) Measures Goodput on clusters that it starts.")
  static final class LabBench extends LabCommand {}

  /**
   * Says what went wrong, and returns the exit code.
   *
   * @throws Exception the problem itself if it is not one that users can understand
   */
  public static int explain(
      Exception problem, CommandLine command, CommandLine.@Nullable ParseResult parsed)
      throws Exception {
    if (!(problem instanceof CommandException)) {
      throw problem;
    }
    command.getErr().println("goodput: " + problem.getMessage());
    return problem instanceof CorrectableException ? ExitCode.USAGE : ExitCode.SOFTWARE;
  }
}
