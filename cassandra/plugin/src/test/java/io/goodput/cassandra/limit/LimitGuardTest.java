package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.ManualTime;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Pipeline;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.Statements;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.limit.PartitionRate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What a node decides about a request on a table with a limit of 5 (or 0) per second")
class LimitGuardTest {

  private static final CQLStatement READ = Statements.parse("SELECT * FROM ks.t WHERE k = ?");

  private final ManualTime time = new ManualTime();
  private final Limited limited = new Limited();
  private final PartitionLimits limits = new PartitionLimits(time, new PartitionCounters(1 << 14));
  private final Known replicas = new Known();
  private final LimitGuard guard =
      new LimitGuard(
          limited.tables,
          limits,
          new PartitionNames(limits),
          new PartitionRejections(limits),
          new OutgoingRequests(new Faults()),
          replicas,
          () -> 0.5);

  /** Tests share their thread, and an earlier one may have left its request. */
  @BeforeEach
  void endEarlierRequest() {
    Statements.end();
  }

  @ParameterizedTest(name = "{0}, limit {1}, {2}, {3}, rejected before: {4} -> {5}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # request                          | limit | replica  | occasion  | rejected before | verdict
          SELECT * FROM ks.t WHERE k = 1     | 0     | local    | EXECUTION | no  | REJECT
          SELECT * FROM ks.t WHERE k = 1     | 5     | local    | EXECUTION | no  | ADMIT
          SELECT * FROM ks.t WHERE k = 1     | 0     | local    | TURN      | no  | REJECT
          SELECT * FROM ks.t WHERE k = 1     | 0     | local    | ARRIVAL   | no  | UNDECIDED
          SELECT * FROM ks.t WHERE k = 1     | 0     | local    | ARRIVAL   | yes | REJECT
          SELECT * FROM ks.t WHERE k = 1     | 0     | elsewhere| ARRIVAL   | yes | UNDECIDED
          SELECT * FROM ks.t WHERE k = 1     | 0     | elsewhere| EXECUTION | no  | ADMIT
          SELECT * FROM ks.t WHERE k = 1     | 0     | elsewhere| TURN      | no  | REJECT
          SELECT * FROM ks.t WHERE k IN (1,2)| 0     | elsewhere| EXECUTION | no  | REJECT
          SELECT * FROM ks.t WHERE k IN (1,2)| 0     | local    | ARRIVAL   | yes | UNDECIDED
          INSERT INTO ks.t (k) VALUES (1)    | 0     | local    | EXECUTION | no  | REJECT
          INSERT INTO ks.t (k) VALUES (1)    | 0     | elsewhere| EXECUTION | no  | ADMIT
          INSERT INTO ks.t (k) VALUES (1)    | 0     | down     | EXECUTION | no  | REJECT
          SELECT * FROM ks.t                 | 0     | local    | EXECUTION | no  | ADMIT
          SELECT * FROM ks.counts WHERE k = 1| 0     | local    | EXECUTION | no  | ADMIT
          """)
  void decide_ofFacts(
      String query, int limit, String replica, Occasion occasion, String before, String expected) {
    setLimit(limit);
    CQLStatement statement = Statements.parse(query);
    if (before.equals("yes")) {
      assertThat(decide(statement, Occasion.EXECUTION)).isInstanceOf(Rejection.class);
    }
    replicas.isLocal = replica.equals("local");
    replicas.areAlive = !replica.equals("down");

    Verdict verdict = decide(statement, occasion);

    assertThat(verdict instanceof Rejection ? "REJECT" : verdict.toString()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource({
    "SELECT * FROM ks.t WHERE k = 1, false",
    "INSERT INTO ks.t (k) VALUES (1), false",
    "SELECT * FROM ks.counts WHERE k = 1, true",
    "SELECT * FROM ks.counts, true",
  })
  @DisplayName("A request on a table without limits bypasses the guard while another table has one")
  void isIdle_whileOnlyTableTHasALimit(String query, boolean expected) {
    setLimit(5);

    assertThat(guard.isIdle(Statements.request(Statements.parse(query), 1))).isEqualTo(expected);
  }

  @Test
  void decide_overTheLimit_countsTheRejectionOnlyWhereTheClientIsAnswered() {
    setLimit(0);

    Rejection rejection = rejection(decide(READ, Occasion.EXECUTION, 1));

    assertThat(readLimit().rejected().getCount()).isZero();
    assertThat(rejectedPerSecond(1)).isZero();
    rejection.count();
    assertThat(readLimit().rejected().getCount()).isOne();
    assertThat(rejectedPerSecond(1)).isOne();
  }

  @Test
  @DisplayName("A read with IN is charged to the partition that is over its limit")
  void decide_ofSeveralPartitions_chargesTheOneOverTheLimit() {
    setLimit(5);
    for (int i = 0; i < 100; i++) {
      Verdict unused = decide(READ, Occasion.EXECUTION, 2);
    }

    rejection(decide(Statements.parse("SELECT * FROM ks.t WHERE k IN (1, 2)"), Occasion.EXECUTION))
        .count();

    assertThat(rejectedPerSecond(1)).isZero();
    assertThat(rejectedPerSecond(2)).isOne();
    assertThat(readLimit().rejected().getCount()).isEqualTo(2);
  }

  @Test
  @DisplayName("A read with IN counts as rejected on each partition that is over its limit")
  void decide_ofSeveralPartitionsOverTheLimit_countsEachOfThem() {
    setLimit(0);

    rejection(decide(Statements.parse("SELECT * FROM ks.t WHERE k IN (1, 2)"), Occasion.EXECUTION))
        .count();

    assertThat(rejectedPerSecond(1)).isOne();
    assertThat(rejectedPerSecond(2)).isOne();
  }

  @Test
  void decide_inObserveMode_admitsAndCounts() {
    limited.alter(table(), Map.of("max_reads_per_second", "0", "mode", "observe"));

    assertThat(decide(READ, Occasion.EXECUTION, 1)).isSameAs(Verdict.ADMIT);
    assertThat(readLimit().wouldReject().getCount()).isOne();
  }

  @Test
  @DisplayName("What was admitted on arrival is counted once, and not decided again")
  void decide_admittedOnArrival_admitsOnTheThread() {
    setLimit(5);
    while (!(decide(READ, Occasion.EXECUTION, 1) instanceof Rejection)) {
      assertThat(readLimit().accepted().getCount()).isLessThan(100);
    }
    time.nanos += 1_000_000_000L;
    long accepted = readLimit().accepted().getCount();

    assertThat(decide(READ, Occasion.ARRIVAL, 1)).isSameAs(Verdict.ADMIT);
    assertThat(readLimit().accepted().getCount()).isEqualTo(accepted);
  }

  private void setLimit(int perSecond) {
    String limit = Integer.toString(perSecond);
    limited.alter(table(), Map.of("max_reads_per_second", limit, "max_writes_per_second", limit));
  }

  private static TableMetadata table() {
    return Schema.instance.getTableMetadata("ks", "t");
  }

  private TableLimit readLimit() {
    return limited.tables.limits().stream()
        .filter(it -> it.operation() == Operation.READS)
        .findFirst()
        .orElseThrow();
  }

  private double rejectedPerSecond(int key) {
    long counter = readLimit().counterOf(table().partitioner.getToken(ByteBufferUtil.bytes(key)));
    return limits.hottest(10).stream()
        .filter(rate -> rate.key() == counter)
        .mapToDouble(PartitionRate::rejectedPerSecond)
        .sum();
  }

  private static Rejection rejection(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Rejection.class);
    return (Rejection) verdict;
  }

  /** Asks the guard, and ends the request. */
  private Verdict decide(CQLStatement statement, Occasion occasion, int... key) {
    AtomicReference<@Nullable Verdict> verdict = new AtomicReference<>();
    Request request = Statements.request(statement, key);
    Guard asking =
        new Guard() {
          @Override
          public Verdict decide(Request own, Occasion unused) {
            verdict.set(guard.decide(own, occasion));
            return Verdict.ADMIT;
          }

          @Override
          public @Nullable Rejection leave(Request own, @Nullable Throwable failure) {
            own.set(Admission.SLOT, null);
            return null;
          }

          @Override
          public String activity() {
            return "asking";
          }
        };
    Execution nothing = it -> new ResultMessage.Void();
    Object unused = new Pipeline(List.of(asking), nothing, new Faults()).run(request);
    return Objects.requireNonNull(verdict.get());
  }

  /** What a test knows of replicas. */
  private static final class Known implements Replicas {

    private boolean isLocal = true;
    private boolean areAlive = true;

    @Override
    public boolean isLocal(TableMetadata table, Token token) {
      return isLocal;
    }

    @Override
    public boolean areAlive(TableMetadata table, Token token) {
      return areAlive;
    }

    @Override
    public boolean isBatched(TableMetadata table) {
      return false;
    }

    @Override
    public boolean getPlainMessages(TableMetadata table) {
      return true;
    }
  }
}
