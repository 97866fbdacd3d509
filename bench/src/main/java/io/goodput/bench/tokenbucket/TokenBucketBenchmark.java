package io.goodput.bench.tokenbucket;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.goodput.bench.Bench;
import io.goodput.bench.BenchException;
import io.goodput.bench.Benchmark;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Rounds;
import io.goodput.bench.tokenbucket.BucketCase.Durability;
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
 */
public final class TokenBucketBenchmark implements Benchmark {

  /** Extra time for the answer of a client. */
  private static final long GRACE_SECONDS = 300;

  private final @Nullable String url;
  private final Path folder;
  private final int processes;
  private final List<BucketCase> cases;

  /**
   * A benchmark of these cases, at least one.
   *
   * @param url of the user's database, or null to start one
   * @param folder for a database that is started
   * @param processes that share the threads of a case
   */
  public TokenBucketBenchmark(
      @Nullable String url, Path folder, int processes, List<BucketCase> cases) {
    this.url = url;
    this.folder = folder;
    this.processes = processes;
    this.cases = List.copyOf(cases);
  }

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
      for (Durability durability : Durability.values()) {
        if (cases.stream().anyMatch(what -> what.durability() == durability)) {
          servers.put(durability, server(durability));
        }
      }
      for (int process = 1; process <= processes; process++) {
        clients.add(ChildProcess.start("client process " + process, ClientMain.class.getName()));
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
          if (!what.binding() || round == lengths.rounds()) {
            runs.computeIfAbsent(what, unknown -> new ArrayList<>()).add(run(what, round));
          }
        }
      }
      List<CaseRuns> results =
          cases.stream()
              .map(
                  what ->
                      new CaseRuns(
                          what,
                          serverOf(what).durability(),
                          new Rounds<>(Objects.requireNonNull(runs.get(what)))))
              .toList();
      return new TokenBucketResult(lengths, serverOf(cases.get(0)).version(), emptyNanos, results);
    }

    private Server server(Durability durability) throws InterruptedException {
      if (url != null) {
        return Server.at(url);
      }
      progress.accept(
          "Starting PostgreSQL, fsync and synchronous_commit %s ..."
              .formatted(BucketCase.name(durability)));
      return Server.embedded(folder, durability);
    }

    private Server serverOf(BucketCase what) {
      return Objects.requireNonNull(servers.get(what.durability()));
    }

    private BucketRun run(BucketCase what, int round) throws InterruptedException {
      Server server = serverOf(what);
      long millis = what.binding() ? 1_000L * lengths.bindingSeconds() : lengths.millis();
      try {
        int demand = BucketCase.LEAST_DEMAND;
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
                  what.binding() ? demand : 0,
                  what.binding() ? 0 : lengths.warmUpMillis(),
                  millis);
          client.tell(ClientMain.JSON.writeValueAsString(work));
          threadsLeft -= threads;
          demand *= BucketCase.DEMAND_FACTOR;
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
        BucketRun run = new BucketRun(tallies, millis / 1e3, server.seconds() - begin);
        server.clear();
        progress.accept(TokenBucketResult.line(what, run));
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
