package io.goodput.cli.console;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cli.CorrectableException;
import io.goodput.cli.watch.Nodes;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How a console listens, and what it shows and allows. */
public class ConsoleOptions {

  /** The usual port of the page. */
  public static final String PORT = "8088";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address of the page (default: ${DEFAULT-VALUE}, for this machine only).")
  private String bind = "";

  @Option(
      names = "--allow-changes",
      description = "Let the page set and remove overrides. Without it, the page only looks.")
  private boolean allowChanges;

  /**
   * Where to listen.
   *
   * @throws ParameterException if there is no such port
   * @throws CorrectableException if there is no such address
   */
  public final InetSocketAddress address(int port) {
    if (port < 0 || port > 65535) {
      throw new ParameterException(
          command.commandLine(), "The port must be 0 to 65535, not " + port);
    }
    InetSocketAddress address = new InetSocketAddress(bind, port);
    if (address.isUnresolved()) {
      throw new CorrectableException(
          "There is no address named %s: name another one with --bind.".formatted(bind));
    }
    return address;
  }

  /**
   * Starts a console.
   *
   * @param connect opens the session that the console takes over, after all options are checked
   */
  public final Console start(InetSocketAddress address, Supplier<CqlSession> connect) {
    CqlSession session = connect.get();
    return new Console(
        address, new ClusterSource(new Nodes(session)), allowChanges ? Changes.by(session) : null);
  }
}
