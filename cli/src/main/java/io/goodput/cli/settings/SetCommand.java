package io.goodput.cli.settings;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.goodput.cli.CorrectableException;
import io.goodput.cli.connect.ClusterOptions;
import io.goodput.cli.connect.ConnectionOptions;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code goodput set}: changes a setting of all nodes until they restart. */
@Command(
    name = "set",
    description = "Changes a setting of all nodes until they restart.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:All nodes have the value.",
      "1:Some nodes do not have it.",
      "2:The nodes refuse it: the name, the value, or the user is wrong."
    })
public final class SetCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "NAME", description = "Such as fair_shares.")
  private String name = "";

  @Parameters(index = "1", paramLabel = "VALUE", description = "Such as observe.")
  private String value = "";

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    int missing = 0;
    boolean isTaken = false;
    try (CqlSession session = cluster.connect()) {
      List<Node> nodes =
          session.getMetadata().getNodes().values().stream()
              .sorted(Comparator.comparing(ConnectionOptions::addressOf))
              .toList();
      for (Node node : nodes) {
        String failure = set(session, node, isTaken);
        isTaken |= failure.isEmpty();
        missing += failure.isEmpty() ? 0 : 1;
        out.printf(
            "%s: %s%n",
            ConnectionOptions.addressOf(node),
            failure.isEmpty() ? name + " is " + value + "." : failure);
      }
    }
    out.println(
        missing == 0
            ? "For good, write '%s: %s' to goodput.yaml on each node.".formatted(name, value)
            : "Repeat the command when these nodes are well: it does no harm on the others.");
    return missing == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /**
   * Sets it on one node. Returns a sentence about why that is not possible; empty if it is.
   *
   * @param isTaken whether another node has the value already, so that what this one refuses is no
   *     mistake of the user
   * @throws CorrectableException if the name, the value, or the user is wrong
   */
  private String set(CqlSession session, Node node, boolean isTaken) {
    try {
      session.execute(
          SimpleStatement.newInstance(
                  "UPDATE goodput.settings SET value = ? WHERE name = ?", value, name)
              .setNode(node));
      return "";
    } catch (UnauthorizedException e) {
      return refused(
          "%s: grant MODIFY on goodput.settings to the user, or name another --user."
              .formatted(e.getMessage()),
          isTaken);
    } catch (InvalidQueryException e) {
      String message = String.valueOf(e.getMessage());
      return message.contains("keyspace goodput does not exist")
          ? "runs without Goodput."
          : refused(message + ".", isTaken);
    } catch (DriverException e) {
      return "does not answer (%s).".formatted(e.getMessage());
    }
  }

  private static String refused(String sentence, boolean isTaken) {
    if (!isTaken) {
      throw new CorrectableException(sentence);
    }
    return sentence;
  }
}
