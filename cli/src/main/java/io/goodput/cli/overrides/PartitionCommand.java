package io.goodput.cli.overrides;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cli.CommandException;
import io.goodput.cli.Printed;
import io.goodput.cli.connect.ClusterOptions;
import io.goodput.cli.overrides.ClusterOverrides.Changed;
import io.goodput.cli.overrides.ClusterOverrides.ListedOverride;
import io.goodput.cli.overrides.ClusterOverrides.Partition;
import io.goodput.cli.overrides.ClusterOverrides.Removed;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** A command that changes the override of one partition, and says so. */
@Command(
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:The override is as you wanted it.",
      PartitionCommand.FAILED,
      PartitionCommand.REFUSED
    })
public abstract class PartitionCommand implements Callable<Integer> {

  static final String FAILED = "1:The cluster could not do it.";
  static final String REFUSED = "2:The cluster refused it, or an option is wrong.";

  @Spec CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "TABLE",
      converter = TableConverter.class,
      description = "The table, such as demo.posts.")
  private @Nullable TableName table;

  @Parameters(
      index = "1",
      paramLabel = "KEY",
      description =
          "The partition key as goodput.hot_partitions shows it: 1 for a number, 'a' for a text,"
              + " (1, 'a') for two columns.")
  private String key = "";

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  /** The partition, as the user has named it. */
  final String name() {
    return "%s %s".formatted(table, Printed.inALine(key));
  }

  final void warn(List<String> warnings) {
    warnings.forEach(warning -> spec.commandLine().getErr().println(warning + "."));
  }

  /** Changes the override, and says in one sentence what has changed. */
  abstract String change(ClusterOverrides overrides, Partition partition);

  @Override
  public Integer call() {
    Partition partition = Objects.requireNonNull(table).partition(key);
    try (CqlSession session = cluster.connect()) {
      String sentence = change(new ClusterOverrides(session), partition);
      spec.commandLine().getOut().println(sentence);
    }
    return ExitCode.OK;
  }

  /** A command that sets the override of a partition for a while. */
  abstract static class Timed extends PartitionCommand {

    @Option(
        names = "--for",
        paramLabel = "TIME",
        required = true,
        converter = TimeConverter.class,
        description = "How long, such as 30s, 10m, 1h; at most 1d.")
    private int seconds;

    /**
     * Sets the override, and says what is in force now.
     *
     * @param otherwise what to say if no override is visible under this key
     */
    final String set(
        ClusterOverrides overrides,
        Partition partition,
        @Nullable Integer reads,
        @Nullable Integer writes,
        String otherwise) {
      Changed changed = overrides.set(partition, reads, writes, seconds);
      warn(changed.warnings());
      String now = otherwise;
      try {
        now =
            overrides.ofTable(List.of(changed.node()), partition).stream()
                .filter(override -> override.partitionKey().equals(partition.partitionKey()))
                .map(ListedOverride::inWords)
                .findFirst()
                .orElse(otherwise);
      } catch (CommandException e) {
        // The user may be allowed to change overrides, but not to read them.
      }
      return "%s: %s.".formatted(name(), now);
    }
  }

  /** {@code goodput limit}: limits one partition for a while. */
  @Command(name = "limit", description = "Limits the reads or writes of one partition for a while.")
  public static final class Limit extends Timed {

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

    @Override
    public Integer call() {
      if (reads == null && writes == null) {
        throw new ParameterException(spec.commandLine(), "Give --reads, --writes, or both.");
      }
      return super.call();
    }

    @Override
    String change(ClusterOverrides overrides, Partition partition) {
      return set(overrides, partition, reads, writes, "limited");
    }
  }

  /** {@code goodput deny}: rejects all requests on one partition for a while. */
  @Command(
      name = "deny",
      description = "Rejects all reads and writes of one partition for a while.")
  public static final class Deny extends Timed {

    @Override
    String change(ClusterOverrides overrides, Partition partition) {
      return set(overrides, partition, 0, 0, "denied");
    }
  }

  /** {@code goodput unlimit}: removes the override of one partition. */
  @Command(name = "unlimit", description = "Removes what limit or deny has set for one partition.")
  public static final class Unlimit extends PartitionCommand {

    @Override
    String change(ClusterOverrides overrides, Partition partition) {
      Removed removed = overrides.removed(partition);
      warn(removed.warnings());
      return removed.isSeen()
          ? "Removed the override of %s.".formatted(name())
          : "%s has no override now, and you could see none before.".formatted(name());
    }
  }

  /** A table and its keyspace. */
  record TableName(CqlIdentifier keyspace, CqlIdentifier table) {

    @Override
    public String toString() {
      return keyspace.asCql(true) + "." + table.asCql(true);
    }

    Partition partition(String key) {
      return new Partition(keyspace.asInternal(), table.asInternal(), key);
    }
  }

  /** Reads a name as CQL does: without quotes, it has no case. */
  static final class TableConverter implements ITypeConverter<TableName> {

    private static final String NAME = "(\"(?:[^\"]|\"\")+\"|\\w+)";
    private static final Pattern QUALIFIED = Pattern.compile(NAME + "\\." + NAME);

    @Override
    public TableName convert(String text) {
      Matcher names = QUALIFIED.matcher(text);
      if (!names.matches()) {
        throw new TypeConversionException(
            "name a table with its keyspace, such as demo.posts, not '" + text + "'");
      }
      return new TableName(
          CqlIdentifier.fromCql(names.group(1)), CqlIdentifier.fromCql(names.group(2)));
    }
  }

  /** Reads how long an override lasts, such as {@code 10m}: 1 to 86,400 seconds. */
  static final class TimeConverter implements ITypeConverter<Integer> {

    @Override
    public Integer convert(String text) {
      if (text.matches("[0-9]{1,6}[smhd]")) {
        long seconds = Duration.parse((text.endsWith("d") ? "P" : "PT") + text).toSeconds();
        if (seconds >= 1 && seconds <= ClusterOverrides.MOST_SECONDS) {
          return (int) seconds;
        }
      }
      throw new TypeConversionException(
          "an override lasts from 1s to 1d (units s, m, h, d), such as 10m, not '" + text + "'");
    }
  }
}
