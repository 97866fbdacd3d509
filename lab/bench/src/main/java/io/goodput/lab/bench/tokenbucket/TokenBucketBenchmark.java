package io.goodput.lab.bench.tokenbucket;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.goodput.cli.CommandException;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.load.ChildProcess;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.tokenbucket.BucketCase.Backend;
import io.goodput.lab.bench.tokenbucket.BucketCase.Load;
import io.goodput.lab.bench.tokenbucket.TokenBucketResult.BucketRun;
import io.goodput.lab.bench.tokenbucket.TokenBucketResult.CaseRuns;
import io.goodput.lab.nodes.NodeOptions;
import io.goodput.lab.nodes.TemporaryCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
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
 * statements, leases, and Bucket4j.
 *
 * @param url of the user's database, or null to start one
 * @param processes that share the threads of a case
 * @param cases at least one
 */
public record TokenBucketBenchmark(@Nullable String url, int processes, List<BucketCase> cases)
    implements Benchmark {

  /** Extra time for the answer of a client. */
  private static final long GRACE_SECONDS = 300;

  /** So that the first answers of each thread are less than half a percent of what is allowed. */
  private static final int MANY_TOKENS = 20_000;

  /** Many ids run most of the client's code, and statements need their plans. */
  private static final int WARM_UPS_FOR_MANY_IDS = 8;

  /** An open loop runs the client's code less often than a closed one. */
  private static final int WARM_UPS_OF_AN_OPEN_LOOP = 4;

  /**
   * Lengths of the measurements of each case.
   *
   * @param warmUpMillis before requests count, several times that where code warms up slowly
   * @param bindingSeconds the shortest length of a case whose limit binds
   * @param bindingTokens the fewest tokens that flow in during such a case
   * @param smallBurstMillis the length of a case with a small burst
   */
  record Lengths(
      int rounds,
      long warmUpMillis,
      long millis,
      int bindingSeconds,
      int bindingTokens,
      long smallBurstMillis) {

    /** About thirty minutes in all. */
    static final Lengths QUICK = new Lengths(3, 500, 1_000, 5, MANY_TOKENS, 4_000);

    /** About fifty minutes in all. */
    static final Lengths FULL = new Lengths(3, 1_000, 4_000, 10, MANY_TOKENS, 4_000);

    long millis(BucketCase what) {
      if (what.polls() || what.load() == Load.HANGING) {
        return smallBurstMillis;
      }
      return what.binding()
          ? 1_000 * Math.max(bindingSeconds, bindingTokens / what.perSecond())
          : millis;
    }
  }

  @Override
  public Findings measure(Bench bench) {
    return measure(
            bench.quickOr(Lengths.QUICK, Lengths.FULL),
            bench.progress(),
            () -> bench.start(1, NodeOptions.stock()))
        .findings();
  }

  /** Measures. The node starts only if a case needs it. */
  TokenBucketResult measure(
      Lengths lengths, Consumer<String> progress, Supplier<TemporaryCluster> node) {
    double emptyNanos = ClientMain.emptyNanos();
    Map<Backend, Store> stores = new EnumMap<>(Backend.class);
    List<ChildProcess> clients = new ArrayList<>();
    try {
      for (BucketCase what : cases) {
        stores.computeIfAbsent(what.backend(), backend -> open(backend, progress, node));
      }
      for (int process = 1; process <= processes; process++) {
        clients.add(new ChildProcess("client process " + process, ClientMain.class.getName()));
      }
      Map<BucketCase, Rounds<BucketRun>> runs = new HashMap<>();
      for (int round = 1; round <= lengths.rounds(); round++) {
        progress.accept("Round %d of %d ...".formatted(round, lengths.rounds()));
        List<BucketCase> order = new ArrayList<>(cases);
        if (round % 2 == 0) {
          // A database that slows down over time must not favor the first cases.
          Collections.reverse(order);
        }
        for (BucketCase what : order) {
          Store store = Objects.requireNonNull(stores.get(what.backend()));
          BucketRun run = run(what, round, store, clients, lengths);
          progress.accept(TokenBucketResult.line(runs(what, stores, new Rounds<>(List.of(run)))));
          runs.computeIfAbsent(what, key -> new Rounds<>(new ArrayList<>())).list().add(run);
        }
      }
      return new TokenBucketResult(
          lengths,
          stores.values().stream().map(Store::version).distinct().collect(Collectors.joining(", ")),
          emptyNanos,
          cases.stream().map(what -> runs(what, stores, runs.get(what))).toList());
    } finally {
      clients.forEach(ChildProcess::close);
      stores.values().forEach(Store::close);
    }
  }

  private static CaseRuns runs(
      BucketCase what, Map<Backend, Store> stores, @Nullable Rounds<BucketRun> rounds) {
    Store store = Objects.requireNonNull(stores.get(what.backend()));
    return new CaseRuns(what, store.isDurable(), Objects.requireNonNull(rounds));
  }

  private Store open(Backend backend, Consumer<String> progress, Supplier<TemporaryCluster> node) {
    return switch (backend) {
      case CASSANDRA -> new CassandraNode(node.get());
      case MEMORY -> new OwnMemory();
      case POSTGRESQL -> {
        if (url != null) {
          yield Server.at(url);
        }
        progress.accept("Starting PostgreSQL ...");
        yield Server.embedded();
      }
    };
  }

  private static BucketRun run(
      BucketCase what, int round, Store store, List<ChildProcess> all, Lengths lengths) {
    int warmUps =
        what.ids().vary() ? WARM_UPS_FOR_MANY_IDS : what.binding() ? WARM_UPS_OF_AN_OPEN_LOOP : 1;
    long millis = lengths.millis(what);
    List<ChildProcess> clients = all.subList(0, Math.min(all.size(), what.threads()));
    String prefix = Server.PREFIX + round + '-' + what;
    BucketRun run;
    try (Trouble trouble = store.trouble(what.load(), prefix)) {
      int threadsLeft = what.threads();
      for (ChildProcess client : clients) {
        int process = clients.size() - clients.indexOf(client);
        int threads = (threadsLeft + process - 1) / process;
        Work work =
            new Work(
                trouble.url(),
                what,
                prefix,
                process,
                threads,
                what.demand(clients.indexOf(client)),
                what.polls() || what.load() == Load.HANGING ? 0 : warmUps * lengths.warmUpMillis,
                millis);
        client.tell(ClientMain.JSON.writeValueAsString(work));
        threadsLeft -= threads;
      }
      clients.forEach(client -> client.answer(GRACE_SECONDS));
      double begin = store.seconds();
      trouble.begin();
      clients.forEach(client -> client.tell("go"));
      List<Tally> tallies = new ArrayList<>();
      for (ChildProcess client : clients) {
        String answer = client.answer(TimeUnit.MILLISECONDS.toSeconds(millis) + GRACE_SECONDS);
        tallies.add(ClientMain.JSON.readValue(answer, Tally.class));
      }
      double seconds = what.polls() ? tallies.get(0).grantedSeconds() : store.seconds() - begin;
      run = new BucketRun(what.rate(), tallies, what.polls() ? seconds : millis / 1e3, seconds);
    } catch (JsonProcessingException e) {
      throw new CommandException("A client process gave an invalid answer.", e);
    }
    store.clear();
    run.requireLimit(what);
    return run;
  }
}
