package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.SERIAL;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodetests.Porcupine.Operation;
import io.goodput.lab.nodetests.Porcupine.Operation.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * 64 clients acquire, renew, and release four locks through three nodes, while one node is paused
 * and another one is killed. A lock is a register: positive numbers are its owners, and the others
 * say that it is free. Each number is written once.
 */
@DisplayName("A lock service of lightweight transactions")
@Tag("slow")
class LockServiceClusterIT {

  private static final int CLIENTS = 64;
  private static final int LOCKS = 4;
  private static final Duration QUIET =
      Duration.ofSeconds(Integer.getInteger("goodput.lock.seconds", 30));
  private static final Duration LEASE = Duration.ofSeconds(3);

  private final Cluster cluster =
      Cluster.start(
          Nodes.on(Nodes.SHARED_PORT)
              .withNodes(3)
              .withOptions(Nodes.withPlugin().withGoodputYaml("lwt_lines: on\n")));

  private final List<CqlSession> sessions = new ArrayList<>();
  private final Queue<Operation> history = new ConcurrentLinkedQueue<>();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong acquired = new AtomicLong();
  private final AtomicBoolean stopped = new AtomicBoolean();

  @BeforeAll
  static void install() throws IOException {
    Go.install();
  }

  @AfterEach
  void stop() {
    stopped.set(true);
    sessions.forEach(CqlSession::close);
    cluster.kill();
  }

  @Test
  @DisplayName("is linearizable, as Porcupine and our own checker say")
  void history_isLinearizable(@TempDir Path folder) throws Exception {
    createLocks();
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (int number = 0; number < CLIENTS; number++) {
      Client client = new Client(number, sessions.get(number % sessions.size()));
      clients.add(
          CompletableFuture.runAsync(client::work, task -> new Thread(task, "client").start()));
    }

    new Disturbance(cluster, QUIET, acquired, 50).pauseAndKill();
    stopped.set(true);
    clients.forEach(CompletableFuture::join);

    for (int node = 1; node <= 2; node++) {
      assertThat((long) Jmx.metric(cluster.node(node), "name=TransactionsWaited", "Count"))
          .isGreaterThan(1_000);
    }
    List<Operation> certain = certain();
    assertThat(violations(certain)).isEmpty();
    assertThat(Porcupine.result(folder, withFewReads(certain))).isEqualTo("Ok");
  }

  private void createLocks() {
    Cql first = Cql.connect(cluster.node(1), "ks", 3);
    first.run("CREATE TABLE locks (k int PRIMARY KEY, owner bigint)");
    first.awaitSchemaAgreement();
    sessions.add(first.session());
    for (int node = 2; node <= 3; node++) {
      sessions.add(Cql.connect(cluster.node(node), "ks", 3).session());
    }
    PreparedStatement insert =
        first.session().prepare("INSERT INTO ks.locks (k, owner) VALUES (?, 0)");
    for (int lock = 0; lock < LOCKS; lock++) {
      first.session().execute(insert.bind(lock).setConsistencyLevel(QUORUM));
    }
  }

  /**
   * What certainly happened. Each value is written once, so a set with an unknown result took
   * effect before the end of the first operation that observed its value. One that no operation
   * observed contradicts nothing.
   */
  private List<Operation> certain() {
    List<Operation> certain = new ArrayList<>();
    List<Operation> unknown = new ArrayList<>();
    history.forEach(it -> (it.kind() == Kind.UNKNOWN ? unknown : certain).add(it));
    Map<Long, Long> observedUntil = new HashMap<>();
    certain.forEach(it -> observedUntil.merge(observed(it), it.end(), Math::min));
    boolean isNew = true;
    while (isNew) {
      isNew = false;
      for (Iterator<Operation> all = unknown.iterator(); all.hasNext(); ) {
        Operation set = all.next();
        Long end = observedUntil.get(set.value());
        if (end != null) {
          all.remove();
          certain.add(set.tookEffectBefore(end));
          observedUntil.merge(set.expected(), end, Math::min);
          isNew = true;
        }
      }
    }
    return certain;
  }

  /** What contradicts registers of which a set reads the value that it expects. */
  private static List<String> violations(List<Operation> history) {
    List<String> violations = new ArrayList<>();
    for (int lock = 0; lock < LOCKS; lock++) {
      RegisterHistory registers = new RegisterHistory();
      registers.add(new RegisterHistory.Operation(true, 0, 0, 1));
      for (Operation it : history) {
        if (it.register() == lock) {
          if (it.kind() == Kind.SET) {
            registers.add(new RegisterHistory.Operation(true, it.value(), it.begin(), it.end()));
          }
          registers.add(new RegisterHistory.Operation(false, observed(it), it.begin(), it.end()));
        }
      }
      registers.violation().ifPresent(violations::add);
    }
    return violations;
  }

  /** With all reads of 64 clients, Porcupine takes more memory than there is. */
  private static List<Operation> withFewReads(List<Operation> history) {
    return IntStream.range(0, history.size())
        .filter(index -> history.get(index).kind() != Kind.READ || index % 10 == 0)
        .mapToObj(history::get)
        .toList();
  }

  private static long observed(Operation operation) {
    return operation.kind() == Kind.SET ? operation.expected() : operation.value();
  }

  private final class Client {

    private final int number;
    private final CqlSession session;
    private final PreparedStatement read;
    private final PreparedStatement set;

    Client(int number, CqlSession session) {
      this.number = number;
      this.session = session;
      this.read = session.prepare("SELECT owner FROM ks.locks WHERE k = ?");
      this.set = session.prepare("UPDATE ks.locks SET owner = ? WHERE k = ? IF owner = ?");
    }

    void work() {
      while (!stopped.get()) {
        int lock = ThreadLocalRandom.current().nextInt(LOCKS);
        read(lock).ifPresent(owner -> acquire(lock, owner));
      }
    }

    private void acquire(int lock, long seen) {
      if (seen > 0 && !hasExpired(lock, seen)) {
        return;
      }
      long lease = numbers.incrementAndGet();
      if (!set(lock, seen, lease)) {
        return;
      }
      acquired.incrementAndGet();
      long renewed = numbers.incrementAndGet();
      if (set(lock, lease, renewed)) {
        set(lock, renewed, -numbers.incrementAndGet());
      }
    }

    /** Whether an owner, which may not know that it is one, has had the lock for too long. */
    private boolean hasExpired(int lock, long owner) {
      long end = System.nanoTime() + LEASE.toNanos();
      while (!stopped.get() && System.nanoTime() < end) {
        Optional<Long> now = read(lock);
        if (now.isPresent() && now.get() != owner) {
          return false;
        }
      }
      return !stopped.get();
    }

    private Optional<Long> read(int lock) {
      long begin = System.nanoTime();
      try {
        long owner =
            session.execute(read.bind(lock).setConsistencyLevel(SERIAL)).one().getLong("owner");
        record(lock, begin, System.nanoTime(), Kind.READ, 0, owner);
        return Optional.of(owner);
      } catch (DriverException e) {
        // A read without an answer says nothing. The node may be down.
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        return Optional.empty();
      }
    }

    /** Whether the lock had this value, and has the other one now. */
    private boolean set(int lock, long expected, long value) {
      long begin = System.nanoTime();
      try {
        ResultSet answer =
            session.execute(set.bind(value, lock, expected).setConsistencyLevel(QUORUM));
        long end = System.nanoTime();
        boolean isApplied = answer.wasApplied();
        if (isApplied) {
          record(lock, begin, end, Kind.SET, expected, value);
        } else {
          long owner = answer.one().getLong("owner");
          record(lock, begin, end, Kind.REFUSED, expected, owner);
        }
        return isApplied;
      } catch (DriverException e) {
        record(lock, begin, -1, Kind.UNKNOWN, expected, value);
        return false;
      }
    }

    private void record(
        int lock, long begin, long end, Operation.Kind kind, long expected, long value) {
      history.add(new Operation(lock, number, begin, end, kind, expected, value));
    }
  }
}
