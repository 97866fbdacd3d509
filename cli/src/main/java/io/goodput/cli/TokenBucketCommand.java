package io.goodput.cli;

import io.goodput.bench.tokenbucket.BucketCase;
import io.goodput.bench.tokenbucket.Lengths;
import io.goodput.bench.tokenbucket.TokenBucketBenchmark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code goodput bench token-bucket}. */
@Command(
    name = "token-bucket",
    description =
        "What processes that share token buckets get through PostgreSQL: a statement for each"
            + " request, leases, and Bucket4j.",
    mixinStandardHelpOptions = true)
final class TokenBucketCommand implements Callable<Integer> {

  private static final int MOST_PROCESSES = 5;

  @Spec private CommandSpec spec;

  @Mixin private final BenchRun run = new BenchRun();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "Your own database, jdbc:postgresql://HOST:PORT/DATABASE?user=… or jdbc:yugabytedb:…,"
              + " instead of a PostgreSQL that is started for it. Its own buckets are left alone.")
  private @Nullable String url;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "4",
      description = "Client processes that share the threads (default: ${DEFAULT-VALUE}).")
  private int processes;

  @Option(
      names = "--case",
      paramLabel = "PREFIX",
      description =
          "Measure the cases whose names begin so; may be given several times (default: all).")
  private final List<String> prefixes = new ArrayList<>();

  @Option(names = "--list", description = "List the cases and run none.")
  private boolean list;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Where to put the database that is started (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

  @Override
  public Integer call() {
    requireSettings();
    List<BucketCase> cases = cases();
    if (list) {
      cases.forEach(spec.commandLine().getOut()::println);
      return ExitCode.OK;
    }
    TokenBucketBenchmark.Settings settings =
        new TokenBucketBenchmark.Settings(
            url, folder, processes, cases, run.quick() ? Lengths.quick() : Lengths.full());
    run.runOld(progress -> TokenBucketBenchmark.measure(settings, progress));
    return ExitCode.OK;
  }

  private void requireSettings() {
    if (processes < 1 || processes > MOST_PROCESSES) {
      throw wrong(
          "%d processes are not possible: choose 1 to %d.".formatted(processes, MOST_PROCESSES));
    }
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw wrong("%s is no folder that you may write to: choose another.".formatted(folder));
    }
  }

  /** What is durable on the user's own database is for the user to say. */
  private List<BucketCase> cases() {
    List<BucketCase> all =
        BucketCase.all(processes).stream().filter(what -> url == null || what.isDurable()).toList();
    for (String prefix : prefixes) {
      if (all.stream().noneMatch(what -> what.toString().startsWith(prefix))) {
        throw wrong(
            "There is no case that begins with '%s': --list shows which there are."
                .formatted(prefix));
      }
    }
    return all.stream()
        .filter(
            what -> prefixes.isEmpty() || prefixes.stream().anyMatch(what.toString()::startsWith))
        .toList();
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
