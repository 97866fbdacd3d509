package io.goodput.bench.tokenbucket;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.goodput.bench.Bench;
import io.goodput.bench.BenchException;
import io.goodput.bench.Benchmark;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Rounds;
import io.goodput.bench.report.Text;
import io.goodput.bench.tokenbucket.BucketCase.Durability;
import io.goodput.bench.tokenbucket.CaseRuns.BucketRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The benchmark {@code token-bucket}: processes share token buckets in a database, through single
 * statements, leases, and Bucket4j.
 *
 * @param url of the user's database, or null to start one
 * @param folder for a database that is started
 * @param processes that share the threads of a case
 * @param cases at least one
 */
public record TokenBucketBenchmark(
    @Nullable String url, Path folder, int processes, List<BucketCase> cases) implements Benchmark {

  /** Extra time for the answer of a client. */
  private static final long GRACE_SECONDS = 300;

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    BucketLengths lengths = bench.quickOr(BucketLengths.QUICK, BucketLengths.FULL);
    return measure(lengths, bench.progress()).findings();
  }

  TokenBucketResult measure(BucketLengths lengths, Consumer<String> progress)
      throws InterruptedException {
    try (Run run = new Run(lengths, progress)) {
      return run.measure();
    }
  }

  /** The processes of a measurement. */
  private final class Run implements AutoCloseable {

    private final BucketLengths lengths;
    private final Consumer<String> progress;
    private final Map<Durability, Server> servers = new EnumMap<>(Durability.class);
    private final List<ChildProcess> clients = new ArrayList<>();

    Run(BucketLengths lengths, Consumer<String> progress) {
      this.lengths = lengths;
      this.progress = progress;
    }

    TokenBucketResult measure() throws InterruptedException {
      double emptyNanos = Loops.emptyNanos();
      for (BucketCase what : cases) {
        if (!servers.containsKey(what.durability())) {
          servers.put(what.durability(), server(what.durability()));
        }
      }
      for (int process = 1; process <= processes; process++) {
        clients.add(new ChildProcess("client process " + process, ClientMain.class.getName()));
      }
      Map<BucketCase, List<BucketRun>> runs = new HashMap<>();
      for (int round = 1; round <= lengths.rounds(); round++) {
        progress.accept("Round %d of %d ...".formatted(round, lengths.rounds()));
        List<BucketCase> order = new ArrayList<>(cases);
        if (round % 2 == 0) {
          // A database that slows down over time must not favor the first cases.
          Collections.reverse(order);
        }
        for (BucketCase what : order) {
          runs.computeIfAbsent(what, unknown -> new ArrayList<>()).add(run(what, round));
        }
      }
      List<CaseRuns> results = new ArrayList<>();
      for (BucketCase what : cases) {
        Rounds<BucketRun> rounds = new Rounds<>(Objects.requireNonNull(runs.get(what)));
        results.add(new CaseRuns(what, serverOf(what).durability(), rounds));
      }
      return new TokenBucketResult(lengths, serverOf(cases.get(0)).version(), emptyNanos, results);
    }

    private Server server(Durability durability) throws InterruptedException {
      if (url != null) {
        return Server.at(url);
      }
      progress.accept(
          "Starting PostgreSQL, fsync and synchronous_commit %s ..."
              .formatted(Text.name(durability)));
      return Server.embedded(folder, durability);
    }

    private Server serverOf(BucketCase what) {
      return Objects.requireNonNull(servers.get(what.durability()));
    }

    private BucketRun run(BucketCase what, int round) throws InterruptedException {
      Server server = serverOf(what);
      long millis = what.binding() ? 1_000L * lengths.bindingSeconds() : lengths.millis();
      try {
        int threadsLeft = what.threads();
        for (ChildProcess client : clients) {
          int process = clients.size() - clients.indexOf(client);
          int threads = (threadsLeft + process - 1) / process;
          Work work =
              new Work(
                  server.url(),
                  what,
                  Server.PREFIX + round + '-' + what,
                  process,
                  threads,
                  what.demand(clients.indexOf(client)),
                  what.binding() ? 0 : lengths.warmUpMillis(),
                  millis);
          client.tell(ClientMain.JSON.writeValueAsString(work));
          threadsLeft -= threads;
        }
        for (ChildProcess client : clients) {
          client.answer(GRACE_SECONDS);
        }
        double begin = server.seconds();
        clients.forEach(client -> client.tell("go"));
        List<Tally> tallies = new ArrayList<>();
        for (ChildProcess client : clients) {
          String answer = client.answer(TimeUnit.MILLISECONDS.toSeconds(millis) + GRACE_SECONDS);
          tallies.add(ClientMain.JSON.readValue(answer, Tally.class));
        }
        BucketRun run = new BucketRun(what.rate(), tallies, millis / 1e3, server.seconds() - begin);
        server.clear();
        run.requireLimit(what);
        Rounds<BucketRun> alone = new Rounds<>(List.of(run));
        progress.accept(TokenBucketResult.line(new CaseRuns(what, server.durability(), alone)));
        return run;
      } catch (JsonProcessingException e) {
        throw new BenchException("A client process gave an invalid answer.", e);
      }
    }

    @Override
    public void close() {
      clients.forEach(ChildProcess::close);
      servers.values().forEach(Server::close);
    }
  }
}
