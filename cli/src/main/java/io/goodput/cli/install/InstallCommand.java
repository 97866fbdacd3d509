package io.goodput.cli.install;

import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code goodput install}: puts the plug-in into a Cassandra on this machine. */
@Command(
    name = "install",
    description = "Puts the plug-in into a Cassandra on this machine; the node needs a restart.")
public final class InstallCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private LayoutOptions layout = new LayoutOptions();

  @Option(names = "--dry-run", description = "Say what would be done, and do nothing.")
  private boolean dry;

  /** Creates the command with its defaults. */
  public InstallCommand() {}

  @Override
  public Integer call() {
    CassandraFolders cassandra = layout.find(System.getenv());
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "Cassandra %s: jars in %s, configuration in %s%n",
        cassandra.release(), cassandra.lib(), cassandra.configuration());
    requireSupported(cassandra);
    if (cassandra.isExperimental()) {
      out.println(
          "Goodput is experimental on Cassandra 6.0: docs/compatibility.md says what does not work.");
    }
    List<Step> steps = steps(cassandra, PluginJars.shipped());
    if (steps.isEmpty()) {
      out.println("Goodput is installed already: there is nothing to do.");
      return ExitCode.OK;
    }
    Step.take(steps, dry, out);
    if (!dry) {
      out.println("Restart the node. Its system.log then says 'Goodput is on'.");
    }
    return ExitCode.OK;
  }

  private static void requireSupported(CassandraFolders cassandra) {
    if (!cassandra.isSupported()) {
      throw new CorrectableException(
          ("Goodput runs on Cassandra 4.1.6 and later of 4.1, on 5.0, and on 6.0, and this is %s:"
                  + " upgrade Cassandra first, or name another one with --cassandra-home.")
              .formatted(cassandra.release()));
    }
    if (!Files.isRegularFile(cassandra.options())) {
      throw new CorrectableException(
          "%s has no jvm-server.options: name the folder of one with --config."
              .formatted(cassandra.configuration()));
    }
    for (HandlerOption option : HandlerOption.in(cassandra.configuration())) {
      if (!option.isGoodput()) {
        throw new CorrectableException(
            ("%s sets the query handler %s: remove it there, and write 'query_handler: %2$s' to %s,"
                    + " so that Goodput passes requests on to it.")
                .formatted(option, option.handler(), cassandra.settings()));
      }
    }
  }

  /** The steps that are still to be taken. The option is the last one: it needs the jar. */
  private static List<Step> steps(CassandraFolders cassandra, Path plugin) {
    List<Step> steps = new ArrayList<>();
    Path jar = cassandra.lib().resolve(plugin.getFileName());
    if (!SafeFiles.areEqual(plugin, jar)) {
      steps.add(
          new Step(
              "Copy " + jar.getFileName() + " to " + cassandra.lib(),
              cassandra.lib(),
              () -> SafeFiles.copy(plugin, jar)));
    }
    for (Path old : PluginJars.in(cassandra.lib())) {
      if (!old.equals(jar)) {
        steps.add(new Step("Delete the older " + old, cassandra.lib(), () -> Files.delete(old)));
      }
    }
    if (!Files.exists(cassandra.settings())) {
      steps.add(
          new Step(
              "Write " + cassandra.settings() + ", with all settings in comments",
              cassandra.configuration(),
              () -> SafeFiles.create(cassandra.settings(), PluginJars.sampleSettings(plugin))));
    }
    if (HandlerOption.in(cassandra.configuration()).isEmpty()) {
      steps.add(
          new Step(
              "Add the query handler to " + cassandra.options(),
              cassandra.options(),
              () -> addOption(cassandra.options())));
    }
    return steps;
  }

  private static void addOption(Path file) throws IOException {
    String content = Files.readString(file, HandlerOption.BYTES);
    String lineEnd = content.isEmpty() || content.endsWith("\n") ? "" : "\n";
    Files.writeString(file, lineEnd + HandlerOption.BLOCK, StandardOpenOption.APPEND);
  }
}
