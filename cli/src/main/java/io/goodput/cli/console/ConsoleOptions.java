package io.goodput.cli.console;

import io.goodput.cluster.PreconditionException;
import java.net.InetSocketAddress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How {@code goodput console} listens. */
final class ConsoleOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "Port of the page; 0 for any that is free (default: ${DEFAULT-VALUE}).")
  private int port = Console.PORT;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = "Address to listen at (default: ${DEFAULT-VALUE}, for this machine only).")
  private String bind = Console.LOOPBACK;

  @Option(
      names = "--allow-changes",
      description = "Let the page set and remove overrides. Without it, the page only looks.")
  private boolean allowChanges;

  /**
   * Where to listen.
   *
   * @throws ParameterException if there is no such port
   * @throws PreconditionException if there is no such address
   */
  InetSocketAddress address() {
    if (port < 0 || port > 65535) {
      throw new ParameterException(
          command.commandLine(), "The port must be 0 to 65535, not " + port);
    }
    InetSocketAddress address = new InetSocketAddress(bind, port);
    if (address.isUnresolved()) {
      throw new PreconditionException(
          "There is no address named %s: name another one with --bind.".formatted(bind));
    }
    return address;
  }

  boolean allowChanges() {
    return allowChanges;
  }
}
