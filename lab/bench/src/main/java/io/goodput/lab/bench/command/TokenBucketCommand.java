package io.goodput.lab.bench.command;

import io.goodput.lab.bench.tokenbucket.BucketCase;
import io.goodput.lab.bench.tokenbucket.TokenBucketBenchmark;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput bench token-bucket}. */
@Command(
    name = "token-bucket",
    description =
        "How many tokens processes get from shared buckets in PostgreSQL: with a statement for each"
            + " request, with leases, and with Bucket4j. Also one bucket in Cassandra.")
final class TokenBucketCommand implements Runnable {

  private static final int PROCESSES = 4;

  @Mixin private final BenchRun run = new BenchRun();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "Use your own database, jdbc:postgresql://HOST:PORT/DATABASE?user=… or"
              + " jdbc:yugabytedb:…, instead of starting a PostgreSQL. Its own buckets stay as they"
              + " are. No output shows the password of the URL.")
  private @Nullable String url;

  @Option(
      names = "--case",
      paramLabel = "PREFIX",
      description =
          "Measure the cases whose names begin with PREFIX; may be repeated (default: all).")
  private final List<String> prefixes = new ArrayList<>();

  @Override
  public void run() {
    run.run(new TokenBucketBenchmark(url, PROCESSES, cases()));
  }

  /** On the user's database: those that need no other. */
  private List<BucketCase> cases() {
    List<BucketCase> all =
        BucketCase.all(PROCESSES).stream()
            .filter(what -> url == null || !what.needsOwnDatabase())
            .toList();
    for (String prefix : prefixes) {
      if (all.stream().noneMatch(what -> what.toString().startsWith(prefix))) {
        throw run.mistake(
            "There is no case that begins with '%s': choose among %s.".formatted(prefix, all));
      }
    }
    return all.stream()
        .filter(
            what -> prefixes.isEmpty() || prefixes.stream().anyMatch(what.toString()::startsWith))
        .toList();
  }
}
