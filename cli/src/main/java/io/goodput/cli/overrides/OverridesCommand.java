package io.goodput.cli.overrides;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cli.Printed;
import io.goodput.cli.connect.ClusterOptions;
import io.goodput.cli.overrides.ClusterOverrides.ListedOverride;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code goodput overrides}: lists what {@code limit} and {@code deny} have set. */
@Command(
    name = "overrides",
    description = "Lists temporary limits of single partitions.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:The list is complete, for what the user may read.",
      PartitionCommand.FAILED,
      PartitionCommand.REFUSED
    })
public final class OverridesCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(names = "--json", description = "Print a JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    List<ListedOverride> overrides;
    try (CqlSession session = cluster.connect()) {
      overrides = new ClusterOverrides(session).all();
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Printed.json(Map.of("overrides", overrides)));
      return ExitCode.OK;
    }
    for (ListedOverride override : overrides) {
      out.printf(
          "%s.%s %s: %s, set by %s.%n",
          override.keyspace(),
          override.table(),
          Printed.of(override.partitionKey()),
          override.inWords(),
          Printed.of(override.setBy()));
    }
    if (overrides.isEmpty()) {
      out.println("There are no overrides.");
    }
    return ExitCode.OK;
  }
}
