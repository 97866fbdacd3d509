package io.goodput.cli.doctor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.cli.connect.ConnectionOptions;
import io.goodput.cli.install.LayoutOptions;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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
    description = "Checks a cluster, or with --cassandra-home this machine's installation.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:Nothing is wrong.", "1:Something is wrong.", "2:Nothing can be examined."})
public final class DoctorCommand implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

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

  /** Creates the command with its defaults. */
  public DoctorCommand() {}

  @Override
  public Integer call() throws JsonProcessingException {
    List<Finding> findings = layout.areGiven() ? ofThisMachine() : ofCluster();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          JSON.writeValueAsString(
              Map.of("findings", findings.stream().map(DoctorCommand::fields).toList())));
    } else {
      findings.forEach(
          finding ->
              out.printf(
                  "%s: %s. %s.%n",
                  finding.node(), finding.problem().what(), capitalized(finding.problem().fix())));
      if (findings.isEmpty()) {
        out.println("Nothing is wrong.");
      }
    }
    return findings.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private List<Finding> ofThisMachine() {
    return layout.problems().stream().map(problem -> new Finding("files", problem)).toList();
  }

  private List<Finding> ofCluster() {
    try (CqlSession session = connection.connect(hosts.isEmpty() ? List.of("127.0.0.1") : hosts)) {
      return Diagnosis.of(new Inspection(session).nodes());
    }
  }

  private static Map<String, String> fields(Finding finding) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("node", finding.node());
    fields.put("problem", finding.problem().what());
    fields.put("fix", finding.problem().fix());
    return fields;
  }

  private static String capitalized(String clause) {
    return Character.toUpperCase(clause.charAt(0)) + clause.substring(1);
  }
}
