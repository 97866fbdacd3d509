package io.goodput.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** A command of the laboratory, by its name alone: it says where the command is. */
abstract class LabCommand implements Runnable {

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

  @Command(name = "run", description = "(lab) Runs a protected Cassandra on this machine.")
  static final class Run extends LabCommand {}

  @Command(
      name = "load",
      description = "(lab) Reads mostly one partition, for the console to show.")
  static final class Load extends LabCommand {}

  @Command(name = "bench", description = "(lab) Measures Goodput on clusters that it starts.")
  static final class Bench extends LabCommand {}
}
