package io.goodput.lab.bench.transactions;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.arms.ArmClusters;
import io.goodput.lab.bench.arms.ArmClusters.ArmCluster;
import io.goodput.lab.bench.arms.Setup;
import io.goodput.lab.bench.load.ClosedLoop;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.RequestSource;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.RetriedRequests;
import io.goodput.lab.bench.load.Retries;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.transactions.TransactionsResult.Trial;
import io.goodput.lab.nodes.TemporaryCluster;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The benchmark {@code lwt}: clients that change rows by lightweight transactions, through all
 * nodes in turn, as fast as each gets its answers.
 */
public final class Transactions implements Benchmark {

  static final int CLIENTS = 64;

  static final Map<String, Object> TUNING = Map.of("paxos_variant", "v2");

  static final String GOODPUT_YAML = "lwt_lines: on\n";

  /** Cassandra's default: a transaction holds its thread for several round trips. */
  private static final Map<String, Object> COMMON = Map.of("native_transport_max_threads", 128);

  /** For clients that send a transaction again. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private static final int MOST_KEYS = 1_000;

  /**
   * What clients do.
   *
   * @param retries whether they send again what failed or had no answer
   * @param compare whether they set a value if they know the present one, instead of in any case
   */
  record Case(int keys, int clients, boolean retries, boolean compare) {

    static Case of(int keys, boolean retries) {
      return new Case(keys, CLIENTS, retries, false);
    }
  }

  private static final List<Case> CASES =
      List.of(
          Case.of(1, false),
          Case.of(1, true),
          new Case(1, CLIENTS, true, true),
          new Case(1, 1, false, false),
          Case.of(8, false),
          Case.of(8, true),
          Case.of(MOST_KEYS, false));

  /**
   * Lengths of the parts of a run in seconds, and the number of rounds. The first {@code settle}
   * seconds of a case do not count.
   */
  record RunLengths(boolean firstCompiler, int rounds, int warmUp, int run, int settle) {

    /** About twelve minutes. The JVM's first compiler alone finishes early. */
    static final RunLengths QUICK = new RunLengths(true, 3, 16, 8, 2);

    static final RunLengths FULL = new RunLengths(false, 5, 90, 30, 5);
  }

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    RunLengths lengths = bench.quickOr(RunLengths.QUICK, RunLengths.FULL);
    Setup setup =
        new Setup(
            TUNING,
            GOODPUT_YAML,
            COMMON,
            lengths.firstCompiler(),
            TIMEOUT,
            Transactions::onManyKeys);
    try (ArmClusters clusters = ArmClusters.start(bench, setup)) {
      boolean pinned = clusters.warmUp(CLIENTS, lengths.warmUp());
      List<Trial> trials = new ArrayList<>();
      for (int round = 1; round <= lengths.rounds(); round++) {
        bench.say("Round %d of %d ...", round, lengths.rounds());
        for (Case what : Rounds.order(CASES, round)) {
          for (ArmCluster cluster : clusters.inOrder(round)) {
            Trial trial = new Trial(what, cluster.arm(), run(cluster, what, lengths), lengths);
            bench.say("  %s", TransactionsResult.line(trial));
            trials.add(trial);
          }
        }
      }
      return new TransactionsResult(lengths, pinned, CASES, trials).findings();
    }
  }

  private static Recording run(ArmCluster cluster, Case what, RunLengths lengths)
      throws InterruptedException {
    LoadClient client = cluster.client();
    RequestSource once =
        what.compare()
            ? new CompareAndSet(client.session(), what.clients(), what.keys())
            : requests(client, what.keys());
    RequestSource requests =
        what.retries() ? new RetriedRequests(once, TIMEOUT, Retries.THREE) : once;
    return ClosedLoop.run(requests, what.clients(), lengths.run());
  }

  private static Requests onManyKeys(TemporaryCluster nodes, LoadClient client) {
    client.create(nodes, "registers (id int PRIMARY KEY, value int)");
    PreparedStatement insert =
        client.session().prepare("INSERT INTO bench.registers (id, value) VALUES (?, 0)");
    client.write(IntStream.range(0, MOST_KEYS).mapToObj(insert::bind));
    return requests(client, MOST_KEYS);
  }

  /** Each is applied, unless it fails. */
  private static Requests requests(LoadClient client, int keys) {
    return client.requests(
        "UPDATE bench.registers SET value = ? WHERE id = ? IF EXISTS",
        DefaultConsistencyLevel.QUORUM,
        new Random(1)
            .ints(MOST_KEYS, 0, keys)
            .<List<ByteBuffer>>mapToObj(
                id -> List.of(LoadClient.encoded(id), LoadClient.encoded(id)))
            .toList());
  }
}
