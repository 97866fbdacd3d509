package io.goodput.cli.install;

import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
   * @param words what it does, in the imperative
   * @param file what it writes or deletes
   */
  private record Step(String words, Path file, Action action) {

    String inASentence() {
      return Character.toLowerCase(words.charAt(0)) + words.substring(1);
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

  final void add(String words, Path file, Action action) {
    steps.add(new Step(words, file, action));
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
                .formatted(step.inASentence(), step.file));
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
                .formatted(step.inASentence(), e.getMessage(), step.file));
      }
      out.println((dry ? "would " + step.inASentence() : step.words) + ".");
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
      if (!Files.isRegularFile(cassandra.options())) {
        throw new CorrectableException(
            "%s has no jvm-server.options: name the folder of one with --config."
                .formatted(cassandra.configuration()));
      }
      for (HandlerOption option : HandlerOption.in(cassandra.configuration())) {
        if (!option.isGoodput()) {
          throw new CorrectableException(
              ("%s sets the query handler %s: remove it there, and write 'query_handler: %2$s' to"
                      + " %s, so that Goodput passes requests on to it.")
                  .formatted(option, option.handler(), cassandra.settings()));
        }
      }
    }

    /** The option is the last one: it needs the jar. */
    private void addSteps(CassandraFolders cassandra, Path plugin) {
      Path lib = cassandra.lib();
      Path jar = lib.resolve(plugin.getFileName());
      if (!areEqual(plugin, jar)) {
        add(
            "Copy " + jar.getFileName() + " to " + lib,
            lib,
            () -> create(jar, Files.readAllBytes(plugin)));
      }
      for (Path old : PluginJars.in(lib)) {
        if (!old.equals(jar)) {
          add("Delete the older " + old, lib, () -> Files.delete(old));
        }
      }
      Path settings = cassandra.settings();
      if (!Files.exists(settings)) {
        add(
            "Write " + settings + ", with all settings in comments",
            cassandra.configuration(),
            () -> create(settings, PluginJars.sampleSettings(plugin)));
      }
      Path options = cassandra.options();
      if (HandlerOption.in(cassandra.configuration()).isEmpty()) {
        add("Add the query handler to " + options, options, () -> addOption(options));
      }
    }

    private static void addOption(Path file) throws IOException {
      String content = Files.readString(file, HandlerOption.BYTES);
      String lineEnd = content.isEmpty() || content.endsWith("\n") ? "" : "\n";
      Files.writeString(file, lineEnd + HandlerOption.BLOCK, StandardOpenOption.APPEND);
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
      HandlerOption.in(cassandra.configuration()).stream()
          .filter(HandlerOption::isGoodput)
          .map(Uninstall::removable)
          .distinct()
          .forEach(
              file ->
                  add(
                      "Remove the query handler from " + file,
                      file,
                      () ->
                          replace(
                              file,
                              HandlerOption.without(Files.readString(file, HandlerOption.BYTES)))));
      for (Path jar : PluginJars.in(cassandra.lib())) {
        add("Delete " + jar, cassandra.lib(), () -> Files.delete(jar));
      }
      Path settings = cassandra.settings();
      if (purge && Files.exists(settings)) {
        add("Delete " + settings, cassandra.configuration(), () -> Files.delete(settings));
      }
      if (steps.isEmpty()) {
        out.println("Goodput is not installed in " + cassandra.lib() + ": there is nothing to do.");
      }
      return "Restart the node. Until then, it runs with Goodput.";
    }

    private static Path removable(HandlerOption option) {
      if (!option.file().toString().endsWith(".options")) {
        throw new CorrectableException(
            ("%s names Goodput's query handler in a script: remove it there first, because a node"
                    + " with the option, but without the jar, does not start.")
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
    place(real, content.getBytes(HandlerOption.BYTES), fresh -> copyRights(real, fresh));
  }

  /** A crash leaves the old file or the new one, and never a part of one. */
  private static void place(Path file, byte[] content, Rights rights) throws IOException {
    Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
    try {
      Files.write(fresh, content);
      rights.give(fresh);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
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
