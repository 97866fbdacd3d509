package io.goodput.cli.overrides;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that sets the override of a partition for a while. */
abstract class TimedCommand extends PartitionCommand {

  @Option(
      names = "--for",
      paramLabel = "TIME",
      required = true,
      converter = Expiry.Converter.class,
      description = "How long, such as 30s, 10m, 1h; at most 1d.")
  private @Nullable Expiry expiry;

  /** How long the override lasts, in seconds. */
  int seconds() {
    return Objects.requireNonNull(expiry).seconds();
  }
}
