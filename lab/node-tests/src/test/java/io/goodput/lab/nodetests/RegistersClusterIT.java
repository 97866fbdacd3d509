package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.SERIAL;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodetests.RegisterHistory.Operation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Registers that many clients read and write at QUORUM")
@Tag("slow")
class RegistersClusterIT {

  private static final int CLIENTS = 32;
  private static final int REGISTERS = 3;
  private static final Duration QUIET =
      Duration.ofSeconds(Integer.getInteger("goodput.register.seconds", 4));

  @Test
  @DisplayName("are linearizable with coalesced reads")
  void historyOfCoalescedReads_isLinearizable() throws Exception {
    try (Run run = new Run("coalesce_reads: hot\n", Map.of())) {
      run.pauseAndKill();

      assertThat(run.violations()).isEmpty();
      assertThat(run.counted("name=CoalescedReads")).isGreaterThan(1_000);
    }
  }

  @Test
  @DisplayName("are linearizable if clients wait for 20 ms, and no acknowledged write is lost")
  void historyOfShortDeadlines_isLinearizable() throws Exception {
    Map<String, ByteBuffer> deadline =
        Map.of("goodput.timeout_ms", ByteBuffer.wrap("20".getBytes(StandardCharsets.US_ASCII)));
    try (Run run = new Run("drop_late_requests: true\n", deadline)) {
      run.pauseAndKill();

      assertThat(run.violations()).isEmpty();
      assertThat(run.lateReads()).isPositive();
    }
  }

  @Test
  @DisplayName("are linearizable if lightweight transactions in line write them")
  void historyOfTransactionsInLine_isLinearizable() throws Exception {
    try (Run run = new Run("lwt_lines: on\n", Map.of(), true)) {
      run.pauseAndKill();

      assertThat(run.violations()).isEmpty();
      assertThat(run.counted("name=TransactionsWaited")).isGreaterThan(100);
    }
  }

  /** Three nodes, and clients of the first two. */
  private static final class Run implements AutoCloseable {

    private final Cluster cluster;
    private final List<CqlSession> sessions = new ArrayList<>();
    private final AtomicLong values = new AtomicLong();
    private final AtomicLong succeeded = new AtomicLong();
    private final Map<String, ByteBuffer> payload;
    private final boolean areTransactions;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<Queue<Operation>> histories = new ArrayList<>();
    private final List<CompletableFuture<Void>> clients = new ArrayList<>();

    Run(String goodputYaml, Map<String, ByteBuffer> payload) {
      this(goodputYaml, payload, false);
    }

    /** Writes with a condition that always holds, and serial reads, if they are transactions. */
    Run(String goodputYaml, Map<String, ByteBuffer> payload, boolean areTransactions) {
      this.payload = payload;
      this.areTransactions = areTransactions;
      cluster =
          Cluster.start(
              Nodes.on(Nodes.SHARED_PORT)
                  .withNodes(3)
                  .withOptions(Nodes.withPlugin().withGoodputYaml(goodputYaml)));
      Cql first = Cql.connect(cluster.node(1), "ks", 3);
      sessions.add(first.session());
      first.run("CREATE TABLE r (k int PRIMARY KEY, v bigint)");
      first.awaitSchemaAgreement();
      sessions.add(Cql.connect(cluster.node(2), "ks", 3).session());
      for (int register = 0; register < REGISTERS; register++) {
        histories.add(new ConcurrentLinkedQueue<>());
        write(sessions.get(0), sessions.get(0).prepare(NAMED_WRITE), register, Map.of());
      }
      for (int client = 0; client < CLIENTS; client++) {
        CqlSession session = sessions.get(client % sessions.size());
        clients.add(
            CompletableFuture.runAsync(
                () -> work(session), task -> new Thread(task, "client").start()));
      }
    }

    private static final String NAMED_WRITE = "INSERT INTO ks.r (k, v) VALUES (:k, :v)";

    void pauseAndKill() {
      new Disturbance(cluster, QUIET, succeeded, 500).pauseAndKill();
    }

    private void work(CqlSession session) {
      PreparedStatement read = session.prepare("SELECT v FROM ks.r WHERE k = ?");
      PreparedStatement write =
          session.prepare(
              areTransactions ? "UPDATE ks.r SET v = :v WHERE k = :k IF EXISTS" : NAMED_WRITE);
      while (!stopped.get()) {
        int register = ThreadLocalRandom.current().nextInt(REGISTERS);
        if (ThreadLocalRandom.current().nextInt(10) == 0) {
          write(session, write, register, payload);
        } else {
          read(session, read, register);
        }
      }
    }

    /** A write that fails may take effect at any time. */
    private void write(
        CqlSession session,
        PreparedStatement statement,
        int register,
        Map<String, ByteBuffer> stated) {
      long value = values.incrementAndGet();
      long begin = System.nanoTime();
      long end = Long.MAX_VALUE;
      try {
        session.execute(
            statement
                .bind()
                .setInt("k", register)
                .setLong("v", value)
                .setConsistencyLevel(QUORUM)
                .setCustomPayload(stated));
        end = System.nanoTime();
        succeeded.incrementAndGet();
      } catch (DriverException e) {
        // Its end stays open.
      }
      histories.get(register).add(new Operation(true, value, begin, end));
    }

    private void read(CqlSession session, PreparedStatement statement, int register) {
      long begin = System.nanoTime();
      try {
        Row row =
            session
                .execute(
                    statement
                        .bind(register)
                        .setConsistencyLevel(areTransactions ? SERIAL : QUORUM)
                        .setCustomPayload(payload))
                .one();
        histories.get(register).add(new Operation(false, row.getLong(0), begin, System.nanoTime()));
        succeeded.incrementAndGet();
      } catch (DriverException e) {
        // A read without an answer says nothing.
      }
    }

    List<String> violations() {
      stopped.set(true);
      clients.forEach(CompletableFuture::join);
      List<String> violations = new ArrayList<>();
      for (Queue<Operation> operations : histories) {
        RegisterHistory history = new RegisterHistory();
        operations.stream()
            .filter(it -> !it.isWrite() || it.end() < Long.MAX_VALUE || isRead(operations, it))
            .forEach(history::add);
        Optional<String> violation = history.violation();
        violation.ifPresent(violations::add);
      }
      return violations;
    }

    private static boolean isRead(Queue<Operation> operations, Operation write) {
      return operations.stream().anyMatch(it -> !it.isWrite() && it.value() == write.value());
    }

    /** Reads that ended with their clients, and those that the first node shed. */
    long lateReads() throws Exception {
      return counted("scope=reads,name=DroppedTooLate")
          + (long)
              Jmx.attribute(
                  cluster.node(1),
                  "org.apache.cassandra.metrics:type=ClientRequest,scope=Read,name=Timeouts",
                  "Count");
    }

    long counted(String metric) throws Exception {
      return (long) Jmx.metric(cluster.node(1), metric, "Count");
    }

    @Override
    public void close() {
      stopped.set(true);
      clients.forEach(client -> client.exceptionally(failure -> null).join());
      sessions.forEach(CqlSession::close);
      cluster.kill();
    }
  }
}
