package io.goodput.cli.overrides;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code goodput limit}: limits one partition for a while. */
@Command(
    name = "limit",
    description = "Limits the reads or writes of one partition for a while.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {PartitionCommand.DONE, PartitionCommand.FAILED, PartitionCommand.REFUSED})
public final class LimitCommand extends PartitionCommand {

  @Option(
      names = "--reads",
      paramLabel = "N",
      description = "Reads per second, on all nodes together.")
  private @Nullable Integer reads;

  @Option(
      names = "--writes",
      paramLabel = "N",
      description = "Writes per second, on all nodes together.")
  private @Nullable Integer writes;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      required = true,
      converter = Expiry.Converter.class,
      description = "How long, such as 30s, 10m, 1h; at most 1d.")
  private @Nullable Expiry expiry;

  /** Creates the command with its defaults. */
  public LimitCommand() {}

  @Override
  public Integer call() {
    if (reads == null && writes == null) {
      throw new ParameterException(spec().commandLine(), "Give --reads, --writes, or both.");
    }
    return super.call();
  }

  @Override
  void change(CqlSession session) {
    set(session, Objects.requireNonNull(expiry), reads, writes);
  }

  @Override
  String otherwise() {
    return "limited";
  }
}
