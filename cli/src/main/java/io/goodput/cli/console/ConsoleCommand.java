package io.goodput.cli.console;

import io.goodput.cli.connect.LoginOptions;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code goodput console}: a web page of a cluster, until an interrupt. */
@Command(
    name = "console",
    description = "Shows a cluster on a local web page, refreshed each second, until Ctrl-C.")
public final class ConsoleCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--hosts",
      paramLabel = "H",
      split = ",",
      defaultValue = "127.0.0.1",
      description = "Nodes through which to find all others (default: ${DEFAULT-VALUE}).")
  private List<String> hosts = List.of();

  @Option(
      names = "--cql-port",
      paramLabel = "P",
      description = "CQL port of the nodes (default: ${DEFAULT-VALUE}).")
  private int cqlPort = 9042;

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = ConsoleOptions.PORT,
      description = "Port of the page; 0 for any that is free (default: ${DEFAULT-VALUE}).")
  private int port;

  @Mixin private LoginOptions login = new LoginOptions();

  @Mixin private ConsoleOptions options = new ConsoleOptions();

  @Override
  public Integer call() throws InterruptedException {
    InetSocketAddress address = options.address(port);
    try (Console console = options.start(address, () -> login.connect(hosts, cqlPort))) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("Ready: open " + console.url() + " in a browser. Ctrl-C stops the console.");
      out.flush();
      new CountDownLatch(1).await();
    }
    return ExitCode.OK;
  }
}
