package io.goodput.cli.install;

import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that changes the plug-in of a Cassandra on this machine, step by step. */
public abstract class PluginCommand implements Callable<Integer> {

  /** What a step does. */
  private interface Action {
    void run() throws IOException;
  }

  /**
   * One change.
   *
   * @param verb such as Copy
   * @param object of the verb
   * @param file what it writes or deletes
   */
  private record Step(String verb, String object, Path file, Action action) {

    String toDo() {
      return verb.toLowerCase(Locale.ROOT) + " " + object;
    }

    String done() {
      String past =
          switch (verb) {
            case "Copy" -> "Copied";
            case "Write" -> "Wrote";
            case "Add" -> "Added";
            default -> verb.endsWith("e") ? verb + "d" : verb + "ed";
          };
      return past + " " + object;
    }
  }

  @Spec private CommandSpec spec;

  @Mixin private LayoutOptions layout = new LayoutOptions();

  @Option(names = "--dry-run", description = "Say what would be done, and do nothing.")
  private boolean dry;

  final List<Step> steps = new ArrayList<>();

  @Override
  public final Integer call() {
    CassandraFolders cassandra = layout.find();
    PrintWriter out = spec.commandLine().getOut();
    String restart = plan(cassandra, out);
    if (!steps.isEmpty()) {
      take(out);
      if (!dry) {
        out.println(restart);
      }
    }
    return ExitCode.OK;
  }

  /** Adds the steps in an order that is safe. Returns what to say when they have been taken. */
  abstract String plan(CassandraFolders cassandra, PrintWriter out);

  final void add(String verb, String object, Path file, Action action) {
    steps.add(new Step(verb, object, file, action));
  }

  /** Changes the content of a file. */
  final void change(String verb, String object, Path file, UnaryOperator<String> change) {
    add(verb, object, file, () -> replace(file, change.apply(StartOptions.contentOf(file))));
  }

  /**
   * Takes the steps, and prints each of them.
   *
   * @throws CorrectableException if this user may not take one of them, so that none is taken; or
   *     if a step fails, so that only those before it have been taken
   */
  private void take(PrintWriter out) {
    for (Step step : steps) {
      if (!Files.isWritable(step.file)) {
        throw new CorrectableException(
            "Cannot %s: run the command as a user who may write %s."
                .formatted(step.toDo(), step.file));
      }
    }
    for (Step step : steps) {
      try {
        if (!dry) {
          step.action.run();
        }
      } catch (IOException e) {
        throw new CorrectableException(
            "Cannot %s (%s): run the command as a user who may write %s."
                .formatted(step.toDo(), e.getMessage(), step.file));
      }
      out.println((dry ? "would " + step.toDo() : step.done()) + ".");
    }
  }

  /** {@code goodput install}: puts the plug-in into a Cassandra on this machine. */
  @Command(
      name = "install",
      description = "Puts the plug-in into a Cassandra on this machine; the node needs a restart.")
  public static final class Install extends PluginCommand {

    @Override
    String plan(CassandraFolders cassandra, PrintWriter out) {
      out.printf(
          "Cassandra %s: jars in %s, configuration in %s%n",
          cassandra.release(), cassandra.lib(), cassandra.configuration());
      requireSupported(cassandra);
      if (cassandra.isExperimental()) {
        out.println(
            "Goodput is experimental on Cassandra 6.0: docs/compatibility.md says what does not"
                + " work.");
      }
      addSteps(cassandra, PluginJars.shipped());
      if (steps.isEmpty()) {
        out.println("Goodput is installed already: there is nothing to do.");
      }
      return "Restart the node. Its system.log then says 'Goodput is on'.";
    }

    private static void requireSupported(CassandraFolders cassandra) {
      if (!cassandra.isSupported()) {
        throw new CorrectableException(
            ("Goodput runs on Cassandra 4.1.6 and later of 4.1, on 5.0, and on 6.0, and this is %s:"
                    + " upgrade Cassandra first, or name another one with --cassandra-home.")
                .formatted(cassandra.release()));
      }
      Path options = cassandra.startOptions().common();
      if (!Files.isRegularFile(options)) {
        throw new CorrectableException(
            "%s has no jvm-server.options: name the folder of one with --config."
                .formatted(cassandra.configuration()));
      }
      for (StartOptions.OnJava onJava : cassandra.startOptions().inForce(JvmOption.HANDLER)) {
        onJava
            .option()
            .filter(handler -> !handler.isGoodput())
            .ifPresent(handler -> requireRepairable(handler, cassandra));
      }
    }

    private static void requireRepairable(JvmOption handler, CassandraFolders cassandra) {
      if (!handler.isDamagedGoodput()) {
        throw new CorrectableException(
            "%s: %s."
                .formatted(
                    LayoutOptions.otherHandler(handler), LayoutOptions.remedy(handler, cassandra)));
      }
      if (handler.isInScript()) {
        throw new CorrectableException(
            "%s has quotes or a carriage return in the name of Goodput's query handler: correct it."
                .formatted(handler));
      }
    }

    /** The option is the last one: it needs the jar. */
    private void addSteps(CassandraFolders cassandra, Path plugin) {
      Path lib = cassandra.lib();
      Path jar = lib.resolve(plugin.getFileName());
      if (!areEqual(plugin, jar)) {
        add(
            "Copy",
            jar.getFileName() + " to " + lib,
            lib,
            () -> create(jar, Files.readAllBytes(plugin)));
      }
      for (Path old : PluginJars.in(lib)) {
        if (!old.equals(jar)) {
          add("Delete", "the older " + old, lib, () -> Files.delete(old));
        }
      }
      Path settings = cassandra.settings();
      if (!Files.exists(settings)) {
        add(
            "Write",
            settings + ", with all settings in comments",
            settings.resolveSibling(""),
            () -> create(settings, PluginJars.sampleSettings(plugin)));
      }
      StartOptions start = cassandra.startOptions();
      List<StartOptions.OnJava> handlers = start.inForce(JvmOption.HANDLER);
      handlers.stream()
          .flatMap(onJava -> onJava.option().stream())
          .filter(JvmOption::isDamagedGoodput)
          .map(JvmOption::file)
          .distinct()
          .forEach(
              file -> change("Repair", "the query handler in " + file, file, JvmOption::repaired));
      if (handlers.stream().anyMatch(onJava -> onJava.option().isEmpty())) {
        Path options = start.common();
        change("Add", "the query handler to " + options, options, JvmOption::with);
      }
    }
  }

  /** {@code goodput uninstall}: takes the plug-in out of a Cassandra on this machine. */
  @Command(
      name = "uninstall",
      description =
          "Takes the plug-in out of a Cassandra on this machine; the node needs a restart.")
  public static final class Uninstall extends PluginCommand {

    @Option(names = "--purge", description = "Delete goodput.yaml, too.")
    private boolean purge;

    /** First the option: a node with the option, but without the jar, ends. */
    @Override
    String plan(CassandraFolders cassandra, PrintWriter out) {
      cassandra.startOptions().all(JvmOption.HANDLER).stream()
          .filter(JvmOption::mayBeGoodput)
          .map(Uninstall::removable)
          .distinct()
          .forEach(
              file -> change("Remove", "the query handler from " + file, file, JvmOption::without));
      List<Path> others = cassandra.otherConfigurations();
      for (Path jar : PluginJars.in(cassandra.lib())) {
        if (others.isEmpty()) {
          add("Delete", jar.toString(), cassandra.lib(), () -> Files.delete(jar));
        } else {
          out.printf("%s stays: %s needs it.%n", jar, others.get(0));
        }
      }
      Path settings = cassandra.settings();
      if (purge && Files.exists(settings)) {
        add(
            "Delete",
            settings.toString(),
            settings.resolveSibling(""),
            () -> Files.delete(settings));
      }
      if (steps.isEmpty()) {
        out.println("Goodput is not installed in " + cassandra.lib() + ": there is nothing to do.");
      }
      return "Restart the node. Until then, it runs with Goodput.";
    }

    private static Path removable(JvmOption option) {
      if (option.isInScript()) {
        throw new CorrectableException(
            ("%s names Goodput's query handler in a script, or a variable: remove it there first,"
                    + " because a node with the option, but without the jar, does not start.")
                .formatted(option));
      }
      return option.file();
    }
  }

  /** Says who may read and write a file. */
  private interface Rights {
    void give(Path file) throws IOException;
  }

  /** Whether both files are there, can be read, and have the same content. */
  private static boolean areEqual(Path one, Path other) {
    try {
      return Files.exists(other) && Files.mismatch(one, other) < 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Writes a new file that all users may read. */
  private static void create(Path file, byte[] content) throws IOException {
    place(file, content, PluginCommand::makeReadable);
  }

  /** Replaces the content of a file. Its owner and its permissions stay, and a link stays one. */
  private static void replace(Path file, String content) throws IOException {
    Path real = file.toRealPath();
    place(real, content.getBytes(JvmOption.BYTES), fresh -> copyRights(real, fresh));
  }

  /**
   * A crash leaves the old file or the new one, and never a part of one, unless the file is the
   * target of a mount, which can only be changed in place.
   */
  private static void place(Path file, byte[] content, Rights rights) throws IOException {
    Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
    try {
      Files.createFile(fresh);
      rights.give(fresh);
      Files.write(fresh, content);
      try {
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        if (!Files.exists(file)) {
          throw e;
        }
        Files.write(file, content);
      }
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static void copyRights(Path from, Path to) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    PosixFileAttributes before = view.readAttributes();
    PosixFileAttributeView after = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    PosixFileAttributes own = after.readAttributes();
    if (!own.owner().equals(before.owner()) || !own.group().equals(before.group())) {
      after.setOwner(before.owner());
      after.setGroup(before.group());
    }
    after.setPermissions(before.permissions());
  }

  private static void makeReadable(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(PosixFilePermissions.fromString("rw-r--r--"));
    }
  }
}
