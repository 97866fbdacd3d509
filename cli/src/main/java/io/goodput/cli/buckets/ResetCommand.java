package io.goodput.cli.buckets;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code goodput buckets reset}. */
@Command(
    name = "reset",
    description = "Makes a bucket full, as if it had never been used.",
    mixinStandardHelpOptions = true)
final class ResetCommand implements Callable<Integer> {

  @Mixin private final Target target = new Target();

  @Parameters(paramLabel = "ID", description = "The id of the bucket.")
  private String id = "";

  @Override
  public Integer call() {
    return target.run(
        rows -> rows.reset(id) ? id + " is full." : "Nobody has used " + id + ": it is full.");
  }
}
