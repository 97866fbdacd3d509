package io.goodput.cli.buckets;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput buckets prune}. */
@Command(
    name = "prune",
    description = "Removes buckets that are full again.",
    mixinStandardHelpOptions = true)
final class PruneCommand implements Callable<Integer> {

  @Mixin private final Target target = new Target();

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Only buckets whose ids begin so.")
  private String prefix = "";

  @Override
  public Integer call() {
    return target.run(rows -> "%d removed.".formatted(rows.prune(prefix)));
  }
}
