package io.goodput.cli.console;

import io.goodput.bench.report.Passwords;
import io.goodput.cli.buckets.BucketUrl;
import io.goodput.cluster.PreconditionException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
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

  @Option(
      names = "--buckets",
      paramLabel = "URL",
      description =
          "Also show the token buckets of a database:"
              + " jdbc:postgresql://HOST:PORT/DATABASE?user=… or jdbc:yugabytedb:…")
  private @Nullable String buckets;

  @Option(
      names = "--buckets-schema",
      paramLabel = "NAME",
      description = "Schema of the token buckets (default: the search path decides).")
  private @Nullable String bucketsSchema;

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

  /**
   * The database whose token buckets the page shows; null for none.
   *
   * @throws ParameterException if there is no driver for its URL, or if the database cannot have
   *     such a schema
   */
  @Nullable BucketSampler buckets() {
    if (buckets == null) {
      return null;
    }
    try {
      return new BucketSampler(BucketUrl.open(buckets, bucketsSchema));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          command.commandLine(), Passwords.masked(String.valueOf(e.getMessage())), e);
    }
  }

  boolean allowChanges() {
    return allowChanges;
  }
}
