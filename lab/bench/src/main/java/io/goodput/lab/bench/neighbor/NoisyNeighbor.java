package io.goodput.lab.bench.neighbor;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.arms.OwnSettings;
import io.goodput.lab.bench.arms.OwnSettings.Setting;
import io.goodput.lab.bench.load.ClosedLoop;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.OpenLoop.Load;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.SmallPartitions;
import io.goodput.lab.bench.load.WarmUp;
import io.goodput.lab.bench.neighbor.NoisyNeighborResult.Sample;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.nodes.NodeOptions;
import io.goodput.lab.nodes.TemporaryCluster;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The benchmark {@code noisy-neighbor}: point reads of a role while another role scans, loads in
 * bulk, or reads by {@code IN}. One cluster switches between the arms while it runs.
 */
public final class NoisyNeighbor implements Benchmark {

  static final int NODES = 3;

  /** Rate of the reads, relative to what the nodes serve right before the round. */
  static final double READS_SHARE = 0.4;

  /** Rate of the neighbor, relative to what the nodes serve of its requests when it is alone. */
  static final double NEIGHBOR_FACTOR = 2;

  static final int IN_FLIGHT = 256;
  static final Duration DEADLINE = Duration.ofSeconds(1);

  /**
   * The oldest request in the queue waits for 100 ms at most. That is a part of {@code
   * native_transport_timeout}, whose default of 12 s a running node keeps.
   */
  static final List<Setting> TUNED =
      List.of(
          Setting.ofStorageService(
              "native_transport_queue_max_item_age_threshold: 0.0083",
              "NativeTransportQueueMaxItemAgeThreshold",
              0.0083),
          new Setting(
              "native_transport_max_threads: 16",
              "transport:type=Native-Transport-Requests",
              "MaximumPoolSize",
              16),
          timeout("read_request_timeout", "ReadRpcTimeout"),
          timeout("range_request_timeout", "RangeRpcTimeout"),
          timeout("write_request_timeout", "WriteRpcTimeout"));

  /** Clients for the warm-up and for the rate of the neighbor. */
  private static final int CLIENTS = 64;

  /**
   * Lengths of the parts of a run in seconds, and the number of rounds. The warm-up ends earlier
   * once the nodes are stable. The first {@code settle} seconds of a phase do not count.
   */
  record PhaseLengths(int rounds, int warmUp, int probe, int alone, int shared, int settle) {

    /** About eight minutes, the start of the cluster included. */
    static final PhaseLengths QUICK = new PhaseLengths(3, 30, 3, 5, 7, 2);

    static final PhaseLengths FULL = new PhaseLengths(5, 90, 5, 15, 20, 5);
  }

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    PhaseLengths lengths = bench.quickOr(PhaseLengths.QUICK, PhaseLengths.FULL);
    try (TemporaryCluster nodes = bench.start(NODES, secured(bench.withPlugin()))) {
      List<InetSocketAddress> addresses = nodes.cluster().contactPoints();
      try (OwnSettings own = new OwnSettings(nodes.cluster(), TUNED);
          LoadClient operator = Roles.operator(addresses)) {
        SmallPartitions.create(nodes, operator, "posts", "archive");
        try (Roles roles = Roles.create(operator.session(), addresses)) {
          return new Run(bench, lengths, operator, roles, own).measure().findings();
        }
      }
    }
  }

  private static Setting timeout(String name, String attribute) {
    long millis = DEADLINE.toMillis();
    return new Setting(
        "%s: %dms".formatted(name, millis), "db:type=StorageProxy", attribute, millis);
  }

  private static NodeOptions secured(NodeOptions plugin) {
    return plugin
        // The nodes give way to the client, which would offer less if it waited for a core.
        .withNiceness(10)
        .withSetting("authenticator", "PasswordAuthenticator")
        .withSetting("authorizer", "CassandraAuthorizer")
        .withJvmArgument("-Dcassandra.system_auth.default_rf=" + NODES)
        // No request waits for a lookup of its role while a node is overloaded.
        .withSetting("roles_validity", "1h")
        .withSetting("permissions_validity", "1h")
        .withSetting("credentials_validity", "1h")
        .withSetting("unlogged_batch_across_partitions_warn_threshold", 100);
  }

  private record Run(
      Bench bench, PhaseLengths lengths, LoadClient operator, Roles roles, OwnSettings own) {

    NoisyNeighborResult measure() throws InterruptedException {
      bench.say("Warming up ...");
      warmUp(roles.reads(Phase.READS_ALONE), lengths.warmUp());
      Map<Neighbor, Double> offered = new EnumMap<>(Neighbor.class);
      for (Neighbor neighbor : Neighbor.values()) {
        Requests requests = roles.neighbor(Phase.NEIGHBOR_ALONE, neighbor);
        warmUp(requests, lengths.warmUp() / 3);
        double alone = ClosedLoop.capacity(requests, CLIENTS, lengths.probe());
        offered.put(neighbor, NEIGHBOR_FACTOR * alone);
      }
      bench.say("Phases that do not count ...");
      for (Neighbor neighbor : Neighbor.values()) {
        run(neighbor, 0, Phase.EQUAL_SHARES, capacity(), offered);
      }
      List<Double> capacities = new ArrayList<>();
      List<Sample> samples = new ArrayList<>();
      for (int round = 1; round <= lengths.rounds(); round++) {
        double capacity = capacity();
        capacities.add(capacity);
        for (Neighbor neighbor : Neighbor.values()) {
          bench.say("Round %d of %d, %s ...", round, lengths.rounds(), neighbor.title());
          for (Phase phase : Phase.order(round)) {
            samples.add(run(neighbor, round, phase, capacity, offered));
          }
        }
      }
      set(Phase.STOCK);
      return new NoisyNeighborResult(lengths, capacities, offered, samples);
    }

    private void warmUp(Requests requests, int maxSeconds) throws InterruptedException {
      WarmUp.untilStable(requests, CLIENTS, maxSeconds, bench.progress());
    }

    /** Reads per second that busy nodes serve. */
    private double capacity() throws InterruptedException {
      set(Phase.STOCK);
      return ClosedLoop.capacity(roles.reads(Phase.STOCK), 4 * CLIENTS, lengths.probe());
    }

    private Sample run(
        Neighbor neighbor, int round, Phase phase, double capacity, Map<Neighbor, Double> offered)
        throws InterruptedException {
      set(phase);
      double reads = phase == Phase.NEIGHBOR_ALONE ? 0 : READS_SHARE * capacity;
      double others = phase == Phase.READS_ALONE ? 0 : offered.getOrDefault(neighbor, 0.0);
      List<Recording> recordings =
          OpenLoop.run(
              phase.seconds(lengths),
              List.of(
                  new Load(roles.reads(phase), reads, 0, IN_FLIGHT, DEADLINE),
                  new Load(roles.neighbor(phase, neighbor), others, 0, IN_FLIGHT, DEADLINE)));
      Sample sample =
          new Sample(
              neighbor, round, phase, lengths.settle(), recordings.get(0), recordings.get(1));
      bench.say("  %-4s %-14s %s", neighbor, phase, Figure.line(Sample.FIGURES, sample));
      return sample;
    }

    private void set(Phase phase) {
      own.set(phase == Phase.TUNED);
      operator.set("fair_shares", phase.hasFairShares() ? "on" : "off");
    }
  }
}
