package io.goodput.lab.bench.tokenbucket;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.BenchException;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.TemporaryCluster;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.bench.tokenbucket.BucketCase.Backend;
import io.goodput.lab.bench.tokenbucket.BucketCase.Durability;
import io.goodput.lab.bench.tokenbucket.CaseRuns.BucketRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The benchmark {@code token-bucket}: processes share token buckets in a database, through single
 * statements, leases, and Bucket4j; and threads share one in memory.
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
    return measure(lengths, bench.progress(), () -> bench.start(spec -> spec)).findings();
  }

  /** Measures. The node starts only if a case needs it. */
  TokenBucketResult measure(
      BucketLengths lengths, Consumer<String> progress, Supplier<TemporaryCluster> node)
      throws InterruptedException {
    try (Run run = new Run(lengths, progress, node)) {
      return run.measure();
    }
  }

  /** A store that cases share. */
  private record Place(Backend backend, Durability durability) {
    static Place of(BucketCase what) {
      return new Place(what.backend(), what.durability());
    }
  }

  /** The processes of a measurement. */
  private final class Run implements AutoCloseable {

    private final BucketLengths lengths;
    private final Consumer<String> progress;
    private final Supplier<TemporaryCluster> node;
    private final Map<Place, Store> stores = new HashMap<>();
    private final List<ChildProcess> clients = new ArrayList<>();

    Run(BucketLengths lengths, Consumer<String> progress, Supplier<TemporaryCluster> node) {
      this.lengths = lengths;
      this.progress = progress;
      this.node = node;
    }

    TokenBucketResult measure() throws InterruptedException {
      double emptyNanos = Loops.emptyNanos();
      for (BucketCase what : cases) {
        Place place = Place.of(what);
        if (!stores.containsKey(place)) {
          stores.put(place, open(place));
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
        results.add(new CaseRuns(what, storeOf(what).durability(), rounds));
      }
      return new TokenBucketResult(lengths, versions(), emptyNanos, results);
    }

    private String versions() {
      return cases.stream()
          .map(what -> storeOf(what).version())
          .filter(version -> !version.isEmpty())
          .distinct()
          .collect(Collectors.joining(", "));
    }

    private Store open(Place place) throws InterruptedException {
      return switch (place.backend()) {
        case POSTGRESQL -> server(place.durability());
        case CASSANDRA -> new CassandraNode(node.get());
        case LOCAL -> Store.MEMORY;
      };
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

    private Store storeOf(BucketCase what) {
      return Objects.requireNonNull(stores.get(Place.of(what)));
    }

    private BucketRun run(BucketCase what, int round) throws InterruptedException {
      Store store = storeOf(what);
      List<ChildProcess> clients =
          what.backend() == Backend.LOCAL ? this.clients.subList(0, 1) : this.clients;
      long millis = what.binding() ? lengths.bindingMillis(what.perSecond()) : lengths.millis();
      try {
        int threadsLeft = what.threads();
        for (ChildProcess client : clients) {
          int process = clients.size() - clients.indexOf(client);
          int threads = (threadsLeft + process - 1) / process;
          Work work =
              new Work(
                  store.url(),
                  what,
                  Server.PREFIX + round + '-' + what,
                  process,
                  threads,
                  what.demand(clients.indexOf(client)),
                  lengths.warmUpMillis(what),
                  millis);
          client.tell(ClientMain.JSON.writeValueAsString(work));
          threadsLeft -= threads;
        }
        for (ChildProcess client : clients) {
          client.answer(GRACE_SECONDS);
        }
        double begin = store.seconds();
        clients.forEach(client -> client.tell("go"));
        List<Tally> tallies = new ArrayList<>();
        for (ChildProcess client : clients) {
          String answer = client.answer(TimeUnit.MILLISECONDS.toSeconds(millis) + GRACE_SECONDS);
          tallies.add(ClientMain.JSON.readValue(answer, Tally.class));
        }
        BucketRun run = new BucketRun(what.rate(), tallies, millis / 1e3, store.seconds() - begin);
        store.clear();
        run.requireLimit(what);
        Rounds<BucketRun> alone = new Rounds<>(List.of(run));
        progress.accept(TokenBucketResult.line(new CaseRuns(what, store.durability(), alone)));
        return run;
      } catch (JsonProcessingException e) {
        throw new BenchException("A client process gave an invalid answer.", e);
      }
    }

    @Override
    public void close() {
      clients.forEach(ChildProcess::close);
      stores.values().forEach(Store::close);
    }
  }
}
