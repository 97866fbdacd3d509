package io.goodput.cli.overrides;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code goodput deny}: rejects all requests on one partition for a while. */
@Command(
    name = "deny",
    description = "Rejects all reads and writes of one partition for a while.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {PartitionCommand.DONE, PartitionCommand.FAILED, PartitionCommand.REFUSED})
public final class DenyCommand extends PartitionCommand {

  @Option(
      names = "--for",
      paramLabel = "TIME",
      required = true,
      converter = Expiry.Converter.class,
      description = "How long, such as 30s, 10m, 1h; at most 1d.")
  private @Nullable Expiry expiry;

  /** Creates the command with its defaults. */
  public DenyCommand() {}

  @Override
  void change(CqlSession session) {
    set(session, Objects.requireNonNull(expiry), 0, 0);
  }

  @Override
  String otherwise() {
    return "denied";
  }
}
