package io.goodput.cassandra.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.ManualTime;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.Limited;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.limit.PartitionRejections;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.request.EarlyStep;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Handover;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Pipeline;
import io.goodput.cassandra.request.Postponed;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Reply;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.Statements;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.TimeSource;
import io.goodput.core.time.Timer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.cql3.ResultSet.ResultMetadata;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.transport.Message;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Reads over their limit, on a node that coalesces them,")
class ReadCoalescingTest {

  private static final CQLStatement READ =
      Statements.parse("SELECT * FROM ks.t WHERE k = ? LIMIT ?");
  private static final int THREADS = 8;

  private final ManualTime time = new ManualTime();
  private final Faults faults = new Faults();
  private final Limited limited = new Limited();
  private final PartitionLimits limits = new PartitionLimits(time, new PartitionCounters(1 << 14));
  private final PartitionNames names = new PartitionNames(limits);
  private final PartitionRejections rejections = new PartitionRejections(limits);
  private final Queue<Runnable> timer = new ArrayDeque<>();
  private final ReadCoalescing reads =
      new ReadCoalescing(
          limited.tables,
          true,
          true,
          names,
          rejections,
          new StaleAnswers(1 << 20, names, faults),
          new Node(),
          faults);
  private final ScriptedLimit limit = new ScriptedLimit();
  private int executed;
  private final Pipeline guards =
      new Pipeline(
          List.of(limit),
          request -> {
            executed++;
            return rows();
          },
          faults);
  private final Pipeline whole = new Pipeline(List.of(), reads.before(guards), faults);
  private final EarlyStep early = reads.earlyBefore(guards);

  ReadCoalescingTest() {
    limited.alter(table(), Map.of("max_reads_per_second", "1"));
  }

  /** Tests share their thread, and an earlier one may have left its request. */
  @BeforeEach
  void endEarlierRequest() {
    Statements.end();
  }

  @Test
  @DisplayName("are rejected on arrival as cheaply as without it if each asks for something else")
  void arrive_manyDifferentReads_takeNoRequestThread() {
    int rejected = 0;
    List<Client> clients = new ArrayList<>();
    for (int i = 1; i <= 500; i++) {
      Client client = new Client();
      clients.add(client);
      rejected += arrive(i, client) instanceof Rejection ? 1 : 0;
    }

    assertThat(rejected).isEqualTo(500);
    assertThat(limit.asked).isEqualTo(500);
    assertThat(timer).isEmpty();
    assertThat(clients).allMatch(client -> client.turns.isEmpty());
  }

  @Test
  void arrive_aRepeatedRead_waitsOnTheTimerWithoutAThread() {
    assertThat(arrive(1, new Client())).isInstanceOf(Rejection.class);
    Client client = new Client();

    assertThat(arrive(1, client)).isSameAs(Verdict.WAIT);

    assertThat(client.turns).isEmpty();
    assertThat(timer).hasSize(1);
  }

  @Test
  @DisplayName("are read once for all if they are identical, when the limit admits one")
  void arrive_identicalReads_areAnsweredByOneRead() {
    List<Client> clients = waiting(5);
    limit.admits = true;

    fire();
    ResultMessage own = lead(clients.get(4));

    assertThat(own).isInstanceOf(ResultMessage.Rows.class);
    assertThat(executed).isOne();
    assertThat(clients.subList(0, 4)).allMatch(client -> client.answers.size() == 1);
    assertThat(reads.coalesced().getCount()).isEqualTo(4);
  }

  @Test
  @DisplayName("are executed alone if the answer of their group cannot be made for them")
  void answer_thatCannotBeMade_isLeftToARequestThread() {
    List<Client> clients = waiting(3);
    clients.get(0).isBroken = true;
    limit.admits = true;

    fire();
    ResultMessage unused = lead(clients.get(2));

    assertThat(clients.get(0).turns).containsExactly(GroupTurn.ALONE);
    assertThat(clients.get(1).answers).hasSize(1);
    assertThat(faults.count().getCount()).isOne();
  }

  @Test
  @DisplayName("give their thread back if the limit does not admit one")
  void lead_refusedAgain_isPostponed() {
    List<Client> clients = waiting(5);

    fire();
    ResultMessage own = lead(clients.get(4));

    assertThat(own).isInstanceOf(Postponed.class);
    assertThat(timer).hasSize(1);
    assertThat(reads.waiting()).isZero();
    assertThat(reads.waitingWithoutThread()).isEqualTo(5);
    assertThat(tableLimit().rejected().getCount()).isZero();
  }

  @Test
  @DisplayName("pass their turn on if the request is shed before it is executed")
  void ended_withoutAnExecution_passesTheTurnOn() {
    List<Client> clients = waiting(2);
    fire();

    clients.get(1).turns.remove(0).ended();

    assertThat(clients.get(0).turns).hasSize(1);
  }

  @Test
  @DisplayName("are rejected, and counted once each, if their timeouts pass")
  void tick_afterTheTimeout_rejectsEachOnce() {
    List<Client> clients = waiting(5);

    time.nanos += 3_600_000_000_000L;
    reads.tick();

    assertThat(clients).allMatch(client -> client.errors.size() == 1);
    assertThat(tableLimit().rejected().getCount()).isEqualTo(5);
  }

  @Test
  @DisplayName("are rejected at once if their limit is 0")
  void arrive_atALimitOfZero_isRejected() {
    limited.alter(table(), Map.of("max_reads_per_second", "0"));

    for (int i = 0; i < 5; i++) {
      assertThat(arrive(1, new Client())).isInstanceOf(Rejection.class);
    }
  }

  @Test
  @DisplayName("are rejected on arrival once no more lines may wait")
  void arrive_withoutRoom_isRejected() {
    for (int i = 1; i <= THREADS; i++) {
      assertThat(arrive(i, new Client())).isInstanceOf(Rejection.class);
    }
    int waiting = 0;
    for (int i = 1; i <= THREADS; i++) {
      waiting += arrive(i, new Client()) == Verdict.WAIT ? 1 : 0;
    }

    assertThat(waiting).isEqualTo(THREADS / 4);
  }

  /** Clients that wait in one line. */
  private List<Client> waiting(int number) {
    assertThat(arrive(1, new Client())).isInstanceOf(Rejection.class);
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      Client client = new Client();
      assertThat(arrive(1, client)).isSameAs(Verdict.WAIT);
      clients.add(client);
    }
    return clients;
  }

  private Verdict arrive(int different, Client client) {
    Request request = Statements.request(READ, 1, different);
    try {
      return early.decide(request, client);
    } finally {
      Statements.end();
    }
  }

  private void fire() {
    timer.remove().run();
  }

  /** Has a request thread take the turn of a client. */
  private ResultMessage lead(Client client) {
    Handover turn = client.turns.remove(0);
    Handover.executing(turn);
    try {
      return whole.run(Statements.request(READ, 1, 1));
    } finally {
      Handover.executing(null);
      turn.ended();
    }
  }

  private static TableMetadata table() {
    return Schema.instance.getTableMetadata("ks", "t");
  }

  private TableLimit tableLimit() {
    return limited.tables.limits().get(0);
  }

  private static ResultMessage rows() {
    ResultSet rows = new ResultSet(new ResultMetadata(List.copyOf(table().columns())));
    rows.addRow(List.of(ByteBufferUtil.bytes(1), ByteBufferUtil.bytes(2)));
    return new ResultMessage.Rows(rows);
  }

  /** A limit that admits nothing until the test says so. */
  private final class ScriptedLimit implements Guard {

    private boolean admits;
    private int asked;

    @Override
    public Verdict decide(Request request, Occasion occasion) {
      asked++;
      return admits
          ? Verdict.ADMIT
          : rejections.ofRead(tableLimit(), request.partitions().get(0).token());
    }

    @Override
    public String activity() {
      return "limiting a test";
    }
  }

  /** A client's connection. */
  private static final class Client implements Reply {

    private final List<Message.Response> answers = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private final List<Handover> turns = new ArrayList<>();
    private boolean isBroken;

    @Override
    public Columns columns(ResultMetadata columns) {
      if (isBroken) {
        throw new IllegalStateException("a fault of a test");
      }
      return Columns.DESCRIBED;
    }

    @Override
    public boolean canWarn() {
      return true;
    }

    @Override
    public void answer(Message.Response answer) {
      answers.add(answer);
    }

    @Override
    public void reject(Throwable error) {
      errors.add(error);
    }

    @Override
    public void execute(Handover known) {
      turns.add(known);
    }
  }

  /** A node with a few request threads, whose time the test sets. */
  private final class Node implements ReadNode {

    @Override
    public int requestThreads() {
      return THREADS;
    }

    @Override
    public TimeSource time() {
      return time;
    }

    @Override
    public Timer timer() {
      return (nanos, task) -> timer.add(task);
    }

    @Override
    public boolean hasMasks(TableMetadata table) {
      return false;
    }
  }
}
