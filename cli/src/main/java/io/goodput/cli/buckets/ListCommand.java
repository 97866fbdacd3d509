package io.goodput.cli.buckets;

import io.goodput.sql.admin.BucketRow;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput buckets list}. */
@Command(
    name = "list",
    description = "Lists buckets in order of their ids.",
    mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {

  @Mixin private final Target target = new Target();

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Only buckets whose ids begin so.")
  private String prefix = "";

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "100",
      description = "At most so many (default: ${DEFAULT-VALUE}).")
  private int most;

  @Override
  public Integer call() {
    return target.run(rows -> lines(rows.list(prefix, most)));
  }

  static String lines(List<BucketRow> buckets) {
    return buckets.isEmpty()
        ? "No such bucket has been used."
        : buckets.stream().map(Target::line).collect(Collectors.joining("\n"));
  }
}
