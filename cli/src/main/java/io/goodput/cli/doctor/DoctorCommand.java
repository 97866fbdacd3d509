package io.goodput.cli.doctor;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cli.CorrectableException;
import io.goodput.cli.Printed;
import io.goodput.cli.connect.ConnectionOptions;
import io.goodput.cli.doctor.NodeReport.Inspection;
import io.goodput.cli.install.Finding;
import io.goodput.cli.install.LayoutOptions;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code goodput doctor}: says what keeps Goodput from protecting a cluster. */
@Command(
    name = "doctor",
    description =
        "Checks a cluster, or with --cassandra-home this machine's installation, or both if you name"
            + " a host, too.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:Nothing is wrong.", "1:Something is wrong.", "2:Nothing can be examined."})
public final class DoctorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "HOST",
      arity = "0..*",
      description = "Nodes through which to find all others (default: 127.0.0.1).")
  private List<String> hosts = List.of();

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  @Mixin private LayoutOptions layout = new LayoutOptions();

  @Option(names = "--json", description = "Print a JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    List<Finding> findings = new ArrayList<>();
    List<String> scope = new ArrayList<>();
    if (layout.areGiven()) {
      findings.addAll(layout.findings());
      scope.addAll(layout.scope());
    }
    if (!layout.areGiven()) {
      examineCluster(findings, scope);
    } else if (!hosts.isEmpty()) {
      try {
        examineCluster(findings, scope);
      } catch (CorrectableException e) {
        // A node that does not start is a reason to look at its files.
        String why = String.valueOf(e.getMessage()).replaceFirst("\\.$", "");
        findings.add(
            new Finding(
                "cluster", "cannot be asked: " + why, "correct its files, and start the node"));
      }
    }
    print(findings, scope);
    return findings.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void print(List<Finding> findings, List<String> scope) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Printed.json(Map.of("findings", findings, "scope", scope)));
      return;
    }
    if (findings.isEmpty()) {
      out.println("Nothing is wrong.");
    }
    findings.forEach(finding -> out.println(finding.inWords()));
    scope.forEach(out::println);
  }

  private void examineCluster(List<Finding> findings, List<String> scope) {
    try (CqlSession session = connection.connect(hosts.isEmpty() ? List.of("127.0.0.1") : hosts)) {
      List<NodeReport> nodes = new Inspection(session).nodes();
      findings.addAll(Diagnosis.of(nodes));
      findings.addAll(OwnKeyspaces.examine(session));
      scope.add(
          "Asked " + nodes.stream().map(NodeReport::node).collect(Collectors.joining(", ")) + ".");
    }
  }
}
