package io.goodput.cli.buckets;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code goodput buckets show}. */
@Command(name = "show", description = "Shows one bucket.", mixinStandardHelpOptions = true)
final class ShowCommand implements Callable<Integer> {

  @Mixin private final Target target = new Target();

  @Parameters(paramLabel = "ID", description = "The id of the bucket.")
  private String id = "";

  @Override
  public Integer call() {
    return target.run(
        rows -> rows.show(id).map(Target::line).orElse("Nobody has used " + id + ": it is full."));
  }
}
