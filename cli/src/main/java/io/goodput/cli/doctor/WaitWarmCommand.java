package io.goodput.cli.doctor;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cli.CorrectableException;
import io.goodput.cli.connect.ConnectionOptions;
import io.goodput.cli.connect.LoginOptions;
import io.goodput.cli.doctor.NodeReport.Inspection;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code goodput wait-warm}: waits until the next node may be restarted. */
@Command(
    name = "wait-warm",
    description =
        "Waits until a restarted node is up with Goodput, its cache is warm, and no node has hints for"
            + " it, so that the next node may be restarted.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:The next node may be restarted.",
      "1:The time is up.",
      "2:An option is wrong, or the host has no address."
    })
public final class WaitWarmCommand implements Callable<Integer> {

  /** A cache counts as warm if this part of it has been filled. */
  private static final double WARM = 0.999;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "HOST",
      arity = "0..1",
      description = "The node that was restarted (default: ${DEFAULT-VALUE}).")
  private String host = "127.0.0.1";

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long to wait at most (default: ${DEFAULT-VALUE}).")
  private long timeout = 3600;

  @Option(
      names = "--without-plugin",
      description = "Do not wait for the plug-in: it has been taken out of the node.")
  private boolean withoutPlugin;

  @Override
  public Integer call() throws InterruptedException {
    String address = LoginOptions.address(host, 0).getAddress().getHostAddress();
    PrintWriter err = spec.commandLine().getErr();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeout);
    String shown = "";
    while (true) {
      String missing = missingFor(address);
      if (missing.isEmpty()) {
        spec.commandLine().getOut().println("The next node may be restarted.");
        return ExitCode.OK;
      }
      if (!missing.equals(shown)) {
        err.println("Waiting: " + missing);
        shown = missing;
      }
      if (System.nanoTime() > end) {
        err.println("goodput: not ready after " + timeout + " s: " + missing + ".");
        return ExitCode.SOFTWARE;
      }
      TimeUnit.SECONDS.sleep(1);
    }
  }

  private String missingFor(String address) {
    try (CqlSession session = connection.connect(List.of(host))) {
      return String.join("; ", missing(new Inspection(session).nodes(), address, withoutPlugin));
    } catch (CorrectableException e) {
      // A node that starts may reject each login until it reaches the replicas of its roles.
      String sentence = String.valueOf(e.getMessage());
      int fix = sentence.lastIndexOf(": ");
      return fix < 0 ? sentence : sentence.substring(0, fix);
    }
  }

  /**
   * What is still to be waited for, in words.
   *
   * @param host the address of the node that was restarted last
   * @param withoutPlugin whether it may run without Goodput
   */
  static List<String> missing(List<NodeReport> nodes, String host, boolean withoutPlugin) {
    List<String> missing = new ArrayList<>();
    NodeReport own =
        nodes.stream().filter(node -> node.node().equals(host)).findFirst().orElse(null);
    String broadcast = own == null ? host : own.broadcast();
    for (NodeReport node : nodes) {
      switch (node.state()) {
        case UP -> {}
        case SLOW -> missing.add(node.node() + " does not answer in time");
        case DOWN -> missing.add(node.node() + " is down");
      }
      int hints = node.hintsFor().getOrDefault(broadcast, 0);
      if (hints > 0) {
        missing.add("%s has %d files of hints for %s".formatted(node.node(), hints, host));
      }
    }
    if (own == null) {
      missing.add(
          "%s is not among the nodes: %s"
              .formatted(host, nodes.stream().map(NodeReport::node).collect(joining(", "))));
    } else if (own.goodput() == null) {
      if (own.state() == NodeReport.State.UP && !withoutPlugin) {
        missing.add(host + " runs without Goodput; is that intended? Then use --without-plugin");
      }
    } else {
      double warmed = Objects.requireNonNullElse(own.goodput().warmed(), 1.0);
      if (warmed < WARM) {
        missing.add("the cache of %s is %.0f%% warm".formatted(host, 100 * warmed));
      }
    }
    return missing;
  }
}
