package io.goodput.cli.install;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with the plug-in in a Cassandra on this machine. */
final class LayoutCheck {

  private LayoutCheck() {}

  static List<Problem> problems(CassandraFolders cassandra) {
    List<Problem> problems = new ArrayList<>();
    if (!cassandra.isSupported()) {
      problems.add(
          new Problem(
              "Cassandra " + cassandra.release() + " is not supported",
              "upgrade it to 4.1.6 or later of 4.1, to 5.0, or to 6.0"));
    }
    List<Path> jars = PluginJars.in(cassandra.lib());
    List<HandlerOption> options = HandlerOption.in(cassandra.configuration());
    boolean isOn = options.stream().anyMatch(HandlerOption::isGoodput);
    if (jars.isEmpty() && !isOn) {
      problems.add(new Problem("Goodput is not installed", "run goodput install"));
    } else if (jars.isEmpty()) {
      problems.add(
          new Problem(
              "the query handler is set, but there is no jar in " + cassandra.lib(),
              "run goodput install before the node restarts, because it would not start"));
    } else if (!isOn) {
      problems.add(
          new Problem("the jar is there, but no query handler is set", "run goodput install"));
    }
    if (jars.size() > 1) {
      problems.add(
          new Problem("there are several jars in " + cassandra.lib(), "run goodput install"));
    }
    for (HandlerOption option : options) {
      if (!option.isGoodput()) {
        problems.add(
            new Problem(
                "%s sets the query handler %s".formatted(option, option.handler()),
                "remove it, and write 'query_handler: %s' to goodput.yaml"
                    .formatted(option.handler())));
      }
    }
    return problems;
  }
}
