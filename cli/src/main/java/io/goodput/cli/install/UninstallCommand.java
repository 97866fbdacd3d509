package io.goodput.cli.install;

import io.goodput.cli.CorrectableException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code goodput uninstall}: takes the plug-in out of a Cassandra on this machine. */
@Command(
    name = "uninstall",
    description = "Takes the plug-in out of a Cassandra on this machine; the node needs a restart.")
public final class UninstallCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private LayoutOptions layout = new LayoutOptions();

  @Option(names = "--dry-run", description = "Say what would be done, and do nothing.")
  private boolean dry;

  @Option(names = "--purge", description = "Delete goodput.yaml, too.")
  private boolean purge;

  /** Creates the command with its defaults. */
  public UninstallCommand() {}

  @Override
  public Integer call() {
    CassandraFolders cassandra = layout.find(System.getenv());
    PrintWriter out = spec.commandLine().getOut();
    List<Step> steps = steps(cassandra);
    if (steps.isEmpty()) {
      out.println("Goodput is not installed in " + cassandra.lib() + ": there is nothing to do.");
      return ExitCode.OK;
    }
    Step.take(steps, dry, out);
    if (!dry) {
      out.println("Restart the node. Until then, it runs with Goodput.");
    }
    return ExitCode.OK;
  }

  /** The steps in the order that is safe: a node with the option, but without the jar, ends. */
  private List<Step> steps(CassandraFolders cassandra) {
    List<Step> steps = new ArrayList<>();
    for (HandlerOption option : HandlerOption.in(cassandra.configuration())) {
      if (option.isGoodput() && !isOptionsFile(option.file())) {
        throw new CorrectableException(
            ("%s names Goodput's query handler in a script: remove it there first, because a node"
                    + " with the option, but without the jar, does not start.")
                .formatted(option));
      }
      Path file = option.file();
      boolean isKnown = steps.stream().anyMatch(step -> step.file().equals(file));
      if (option.isGoodput() && !isKnown) {
        steps.add(
            new Step(
                "Remove the query handler from " + file,
                file,
                () ->
                    SafeFiles.replace(
                        file, HandlerOption.without(Files.readString(file, HandlerOption.BYTES)))));
      }
    }
    for (Path jar : PluginJars.in(cassandra.lib())) {
      steps.add(new Step("Delete " + jar, cassandra.lib(), () -> Files.delete(jar)));
    }
    if (purge && Files.exists(cassandra.settings())) {
      steps.add(
          new Step(
              "Delete " + cassandra.settings(),
              cassandra.configuration(),
              () -> Files.delete(cassandra.settings())));
    }
    return steps;
  }

  private static boolean isOptionsFile(Path file) {
    return file.getFileName().toString().endsWith(".options");
  }
}
