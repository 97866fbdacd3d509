package io.goodput.cli.doctor;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cli.CorrectableException;
import io.goodput.cli.connect.ConnectionOptions;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
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
        "Waits until a restarted node is up, its cache is warm, and no node has hints for it, so"
            + " that the next node may be restarted.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:The next node may be restarted.",
      "1:The time is up.",
      "2:An option is wrong, or the host has no address."
    })
public final class WaitWarmCommand implements Callable<Integer> {

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

  /** Creates the command with its defaults. */
  public WaitWarmCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    String address = addressOf(host);
    PrintWriter err = spec.commandLine().getErr();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeout);
    String shown = "";
    while (true) {
      String missing = missing(address);
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

  private String missing(String address) {
    try (CqlSession session = connection.connect(List.of(host))) {
      List<String> missing = Readiness.missing(new Inspection(session).nodes(), address);
      return String.join("; ", missing);
    } catch (CorrectableException e) {
      // A node that starts may reject each login until it reaches the replicas of its roles.
      String sentence = String.valueOf(e.getMessage());
      int fix = sentence.lastIndexOf(": ");
      return fix < 0 ? sentence : sentence.substring(0, fix);
    }
  }

  private static String addressOf(String host) {
    try {
      return InetAddress.getByName(host).getHostAddress();
    } catch (UnknownHostException e) {
      throw new CorrectableException("There is no host named " + host + ": name another one.");
    }
  }
}
