package io.goodput.cli.buckets;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code goodput buckets install}. */
@Command(
    name = "install",
    description = "Creates the table and the functions, if they are not there.",
    mixinStandardHelpOptions = true)
final class InstallCommand implements Callable<Integer> {

  @Mixin private final Target target = new Target();

  @Override
  public Integer call() {
    return target.run(
        rows -> {
          rows.install();
          return "Installed.";
        });
  }
}
