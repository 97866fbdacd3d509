package io.goodput.cli.buckets;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code goodput buckets set}. */
@Command(
    name = "set",
    description = "Puts so many tokens into a bucket, whatever was in it.",
    mixinStandardHelpOptions = true)
final class SetCommand implements Callable<Integer> {

  @Mixin private final Target target = new Target();

  @Parameters(paramLabel = "ID", description = "The id of the bucket.")
  private String id = "";

  @Option(
      names = "--tokens",
      paramLabel = "N",
      required = true,
      description = "Tokens in it from now on.")
  private long tokens;

  @Override
  public Integer call() {
    return target.run(
        rows -> {
          rows.set(id, tokens);
          return "%s has %d tokens.".formatted(id, tokens);
        });
  }
}
