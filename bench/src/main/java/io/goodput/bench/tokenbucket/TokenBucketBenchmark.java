package io.goodput.bench.tokenbucket;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.bench.BenchException;
import io.goodput.bench.report.OldFindings;
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
 * The benchmark {@code token-bucket}: several processes take tokens of the same and of different
 * buckets in a database, with a statement for each, of leases, and through Bucket4j.
 */
public final class TokenBucketBenchmark {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** How much longer than its measurement a client may take. */
  private static final long GRACE_SECONDS = 300;

  private final Settings settings;
  private final Consumer<String> progress;
  private final Map<Durability, Server> servers = new EnumMap<>(Durability.class);
  private final List<ChildProcess> clients = new ArrayList<>();
  private final Map<BucketCase, List<Run>> runs = new HashMap<>();

  private TokenBucketBenchmark(Settings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Where and what to measure.
   *
   * @param url of the user's own database, null to start one
   * @param folder for the one that is started
   * @param processes that the threads of a case are shared among
   */
  public record Settings(
      @Nullable String url, Path folder, int processes, List<BucketCase> cases, Lengths lengths) {

    /** Copies the list. */
    public Settings {
      cases = List.copyOf(cases);
    }
  }

  /**
   * Measures with client processes of its own.
   *
   * @param progress told what happens, a short line at a time
   * @throws BenchException if it could not be carried out
   * @throws io.goodput.cluster.PreconditionException if the user's database cannot be used
   */
  public static OldFindings measure(Settings settings, Consumer<String> progress) {
    TokenBucketBenchmark benchmark = new TokenBucketBenchmark(settings, progress);
    try {
      return benchmark.measure();
    } finally {
      benchmark.stop();
    }
  }

  private TokenBucketResult measure() {
    double emptyNanos = Loops.emptyNanos();
    settings.cases().stream().map(BucketCase::durability).distinct().forEach(this::startServer);
    for (int process = 1; process <= settings.processes(); process++) {
      clients.add(
          ChildProcess.start("client process " + process, List.of(ClientMain.class.getName())));
    }
    int rounds = settings.lengths().rounds();
    for (int round = 1; round <= rounds; round++) {
      progress.accept("Round %d of %d ...".formatted(round, rounds));
      // There and back: a database that slows down with time is not to favour the first.
      List<BucketCase> cases = new ArrayList<>(settings.cases());
      if (round % 2 == 0) {
        Collections.reverse(cases);
      }
      for (BucketCase what : cases) {
        if (!what.binding() || round == rounds) {
          Run run = run(what, round);
          progress.accept(TokenBucketResult.line(what, run));
          runs.computeIfAbsent(what, unknown -> new ArrayList<>()).add(run);
        }
      }
    }
    return new TokenBucketResult(
        settings.lengths(),
        settings.processes(),
        server(settings.cases().get(0)).version(),
        emptyNanos,
        settings.cases().stream().map(this::result).toList());
  }

  private void startServer(Durability durability) {
    String url = settings.url();
    if (url == null) {
      progress.accept(
          "Starting PostgreSQL, fsync and synchronous_commit %s ...".formatted(durability));
      servers.put(durability, Server.embedded(settings.folder(), durability));
    } else {
      servers.put(durability, Server.at(url));
    }
  }

  private Server server(BucketCase what) {
    return Objects.requireNonNull(servers.get(what.durability()));
  }

  private CaseResult result(BucketCase what) {
    return new CaseResult(what, server(what).durability(), Objects.requireNonNull(runs.get(what)));
  }

  private Run run(BucketCase what, int round) {
    Server server = server(what);
    List<Work> works = works(what, round);
    for (int process = 0; process < works.size(); process++) {
      clients.get(process).tell(line(works.get(process)));
    }
    clients.forEach(client -> client.answer(GRACE_SECONDS));
    double begin = server.seconds();
    clients.forEach(client -> client.tell("go"));
    long millis = works.get(0).warmUpMillis() + works.get(0).millis();
    long limit = TimeUnit.MILLISECONDS.toSeconds(millis) + GRACE_SECONDS;
    List<Tally> tallies = clients.stream().map(client -> tally(client.answer(limit))).toList();
    double end = server.seconds();
    server.clear();
    return new Run(tallies, works.get(0).millis() / 1e3, end - begin);
  }

  /** A share of the threads for each process, and where the rate binds, of the demand. */
  private List<Work> works(BucketCase what, int round) {
    Lengths lengths = settings.lengths();
    List<Work> works = new ArrayList<>();
    int demand = BucketCase.LEAST_DEMAND;
    int threadsLeft = what.threads();
    for (int left = settings.processes(); left > 0; left--) {
      int threads = (threadsLeft + left - 1) / left;
      threadsLeft -= threads;
      works.add(
          new Work(
              server(what).url(),
              what.mode(),
              what.isolation(),
              what.ids(),
              Server.PREFIX + round + '-' + what,
              left,
              threads,
              what.rate().perSecond(),
              what.rate().burst(),
              what.binding() ? demand : 0,
              what.binding() ? 0 : lengths.warmUpMillis(),
              what.binding()
                  ? TimeUnit.SECONDS.toMillis(lengths.bindingSeconds())
                  : lengths.millis()));
      demand *= BucketCase.DEMAND_FACTOR;
    }
    return works;
  }

  private void stop() {
    clients.forEach(ChildProcess::close);
    servers.values().forEach(Server::close);
  }

  private static String line(Work work) {
    try {
      return JSON.writeValueAsString(work);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Tally tally(String line) {
    try {
      return JSON.readValue(line, Tally.class);
    } catch (JsonProcessingException e) {
      throw new BenchException("A client process answered '%s'.".formatted(line), e);
    }
  }
}
