package io.goodput.cassandra.request;

import static io.goodput.cassandra.request.Statements.bytes;
import static io.goodput.cassandra.request.Statements.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTest {

  private static final String READ = "SELECT * FROM ks.t WHERE k = ?";

  @AfterEach
  void endRequest() {
    Request current = CurrentRequest.get();
    if (current != null) {
      current.end();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM ks.t WHERE k = 1 | READS",
        "SELECT JSON * FROM ks.t WHERE k IN (1, 2) | READS",
        "SELECT * FROM ks.t | RANGE_READS",
        "SELECT * FROM ks.t WHERE v = 1 ALLOW FILTERING | RANGE_READS",
        "INSERT INTO ks.t (k, v) VALUES (1, 2) | WRITES",
        "DELETE FROM ks.t WHERE k = 1 | WRITES",
        "INSERT INTO ks.t (k, v) VALUES (1, 2) IF NOT EXISTS | CONDITIONAL_WRITES",
        "UPDATE ks.counts SET c = c + 1 WHERE k = 1 | COUNTER_WRITES",
        "BEGIN BATCH INSERT INTO ks.t (k, v) VALUES (1, 2); APPLY BATCH | BATCHES",
        "BEGIN COUNTER BATCH UPDATE ks.counts SET c = c + 1 WHERE k = 1; APPLY BATCH"
            + " | COUNTER_WRITES",
        "BEGIN BATCH UPDATE ks.t SET v = 2 WHERE k = 1 IF v = 1; APPLY BATCH | CONDITIONAL_WRITES",
        "BEGIN BATCH INSERT INTO ks.t (k, v) VALUES (1, 2);"
            + " DELETE FROM system_traces.t WHERE k = 3; APPLY BATCH | BATCHES",
        "BEGIN BATCH DELETE FROM system_traces.t WHERE k = 3; APPLY BATCH" + " | EXEMPT",
        "CREATE TABLE ks.other (k int PRIMARY KEY) | EXEMPT",
        "USE ks | EXEMPT"
      })
  void kind_ofAStatement(String query, RequestKind kind) {
    assertThat(request(query).kind()).isEqualTo(kind);
  }

  @Test
  void partitions_boundKey_isThatKey() {
    assertThat(request(READ, bytes(7)).partitions())
        .singleElement()
        .satisfies(
            partition -> {
              assertThat(partition.key()).isEqualTo(bytes(7));
              assertThat(partition.table().toString()).isEqualTo("ks.t");
            });
  }

  @Test
  void partitions_literalKey_isThatKey() {
    assertThat(keys(request("SELECT * FROM ks.t WHERE k = 7"))).containsExactly(bytes(7));
  }

  @Test
  void partitions_compositeKey_isTheSameBoundAsInText() {
    Request bound =
        request("SELECT * FROM ks.pair WHERE a = ? AND b = ?", bytes(1), ByteBufferUtil.bytes("x"));
    List<ByteBuffer> keys = keys(bound);
    bound.end();

    assertThat(keys).isEqualTo(keys(request("SELECT * FROM ks.pair WHERE a = 1 AND b = 'x'")));
  }

  @Test
  void partitions_keyTwiceInAList_isThereOnce() {
    assertThat(keys(request("SELECT * FROM ks.t WHERE k IN (1, 2, 1)")))
        .containsExactlyInAnyOrder(bytes(1), bytes(2));
  }

  @Test
  void partitions_batch_areThoseOfAllStatements() {
    assertThat(
            keys(
                request(
                    "BEGIN BATCH INSERT INTO ks.t (k, v) VALUES (1, 2);"
                        + " DELETE FROM ks.t WHERE k = 3; APPLY BATCH")))
        .containsExactly(bytes(1), bytes(3));
  }

  @Test
  void partitions_rangeRead_areNone() {
    assertThat(request("SELECT * FROM ks.t").partitions()).isEmpty();
  }

  @DisplayName("A range of one token is the partition with that token")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "token(k) = 9",
        "token(k) >= 9 AND token(k) <= 9",
        "token(k) > 8 AND token(k) <= 9",
        "token(k) >= 9 AND token(k) < 10",
        "token(k) > 8 AND token(k) < 10"
      })
  void partitions_rangeOfOneToken_areThatToken(String range) {
    assertThat(request("SELECT * FROM ks.t WHERE " + range).partitions())
        .singleElement()
        .satisfies(
            partition -> {
              assertThat(partition.token()).isEqualTo(new Murmur3Partitioner.LongToken(9));
              assertThat(partition.key()).isNull();
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "token(k) >= 9 AND token(k) < 9",
        "token(k) > 9 AND token(k) < 10",
        "token(k) >= 9 AND token(k) <= 10",
        "token(k) > 8 AND token(k) < 11",
        "token(k) >= 9",
        "token(k) <= 9",
        "token(k) > 9223372036854775807",
        "token(k) >= -9223372036854775808 AND token(k) <= -9223372036854775808",
        "k > 1 AND k < 3 ALLOW FILTERING"
      })
  void partitions_rangeOfNoneOrSeveralTokens_areNone(String range) {
    assertThat(request("SELECT * FROM ks.t WHERE " + range).partitions()).isEmpty();
  }

  @Test
  void partitions_rangeOfOneBoundToken_areThatToken() {
    Request bound =
        request(
            "SELECT * FROM ks.t WHERE token(k) >= ? AND token(k) <= ?",
            ByteBufferUtil.bytes(9L),
            ByteBufferUtil.bytes(9L));

    assertThat(bound.partitions()).hasSize(1);
  }

  @Test
  void partitions_rangeOfAKeysToken_areThatKeysToken() {
    Request range =
        request("SELECT * FROM ks.t WHERE token(k) >= token(7) AND token(k) <= token(7)");

    assertThat(range.partitions())
        .extracting(Partition::token)
        .containsExactly(Murmur3Partitioner.instance.getToken(bytes(7)));
  }

  @Test
  void partitions_keyAndFilter_areThatKey() {
    assertThat(keys(request("SELECT * FROM ks.t WHERE k = 7 AND v = 1 ALLOW FILTERING")))
        .containsExactly(bytes(7));
  }

  @Test
  void partitions_missingValue_areNone() {
    assertThat(request(READ).partitions()).isEmpty();
  }

  @Test
  void partitions_keyTooLong_throwsWhatCassandraThrows() {
    Request request =
        request("SELECT * FROM ks.pair WHERE a = 1 AND b = '" + "x".repeat(70_000) + "'");

    assertThatThrownBy(request::partitions).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  @DisplayName("A request whose values Cassandra will refuse has no partitions to count")
  void partitions_invalidValues_throwWhatCassandraThrows() {
    ByteBuffer tooLong = ByteBuffer.allocate(70_000);
    ByteBuffer noInt = ByteBuffer.allocate(3);

    assertThat(
            List.of(
                request(READ, noInt),
                request("SELECT * FROM ks.pair WHERE a = ? AND b = ?", bytes(1), tooLong),
                request("SELECT * FROM ks.t WHERE k = 1 LIMIT ?", bytes(-1)),
                request("SELECT * FROM ks.t WHERE k = 1 PER PARTITION LIMIT ?", bytes(0)),
                request("SELECT * FROM ks.t WHERE k = 1 LIMIT ?", ByteBuffer.allocate(0)),
                request("INSERT INTO ks.t (k) VALUES (1) USING TTL ?", bytes(-1)),
                request(
                    "INSERT INTO ks.t (k) VALUES (1) USING TIMESTAMP ?", ByteBuffer.allocate(0)),
                request(
                    "BEGIN BATCH INSERT INTO ks.t (k) VALUES (1) USING TTL ?; APPLY BATCH",
                    bytes(-1))))
        .allSatisfy(
            request ->
                assertThatThrownBy(request::partitions)
                    .isInstanceOf(InvalidRequestException.class));
  }

  @Test
  void partitions_askedTwice_areTheSameObjects() {
    Request request = request(READ, bytes(7));

    assertThat(request.partitions()).isSameAs(request.partitions());
    assertThat(request.partitions().get(0).token()).isSameAs(request.partitions().get(0).token());
  }

  @Test
  void payload_isWhatTheClientSent() {
    Request request = request(READ, Map.of("key", bytes(5)), bytes(1));

    assertThat(request.payload("key")).isEqualTo(bytes(5));
    assertThat(request.payload("other")).isNull();
  }

  @Test
  void payload_ifTheClientSentNone_isNull() {
    assertThat(request(READ, bytes(1)).payload("key")).isNull();
  }

  @Test
  void current_isTheRequestUnderWay() {
    Request request = request(READ, bytes(1));
    assertThat(CurrentRequest.get()).isSameAs(request);

    request.end();
    assertThat(CurrentRequest.get()).isNull();
  }

  @Test
  void begin_nextRequestOfTheThread_reusesTheObjectAndNothingElse() {
    Request first = request(READ, bytes(1));
    RequestKind unused = first.kind();
    first.end();

    Request second = request("INSERT INTO ks.t (k, v) VALUES (?, 2)", bytes(2));
    assertThat(second).isSameAs(first);
    assertThat(second.kind()).isEqualTo(RequestKind.WRITES);
    assertThat(keys(second)).containsExactly(bytes(2));
  }

  @Test
  void begin_sameStatementAgain_hasItsOwnValues() {
    CQLStatement statement = Statements.parse(READ);
    request(statement, 1).end();

    Request second = request(statement, 2);
    assertThat(second.kind()).isEqualTo(RequestKind.READS);
    assertThat(keys(second)).containsExactly(bytes(2));
  }

  @Test
  void begin_whileAnotherIsUnderWay_leavesThatOneAlone() {
    Request outer = request(READ, bytes(1));
    Request inner = request(READ, bytes(2));

    assertThat(keys(outer)).containsExactly(bytes(1));
    assertThat(keys(inner)).containsExactly(bytes(2));
    assertThat(CurrentRequest.get()).isSameAs(outer);
  }

  @Test
  void slot_holdsWhatItWasSetTo() {
    Slot<String> slot = new Slot<>();
    Slot<Integer> other = new Slot<>();
    Request request = request(READ, bytes(1));
    assertThat(request.get(slot)).isNull();

    request.set(slot, "kept");
    request.set(other, 5);
    assertThat(request.get(slot)).isEqualTo("kept");

    request.set(slot, null);
    assertThat(request.get(slot)).isNull();
    assertThat(request.get(other)).isEqualTo(5);
  }

  @Test
  @DisplayName("A wait for a group does not shorten a read, even where time counts from the queue")
  void beginAt_whereTimeCountsFromTheQueue_beginsAnew() {
    Request request = request("SELECT * FROM ks.t WHERE k = ?", bytes(1));
    long timeout = request.deadlineNanos();
    DatabaseDescriptor.setCQLStartTime(Config.CQLStartTime.QUEUE);
    try {
      request.beginAt(3_000_000_000L);

      assertThat(request.deadlineNanos()).isEqualTo(timeout + 3_000_000_000L);
    } finally {
      DatabaseDescriptor.setCQLStartTime(Config.CQLStartTime.REQUEST);
    }
  }

  @Test
  void beginAt_afterAWaitInTheQueue_stillTellsIt() {
    Request request =
        CurrentRequest.prepared(
            Statements.parse("SELECT * FROM ks.t WHERE k = 1"),
            new QueryState(ClientState.forInternalCalls()),
            QueryOptions.DEFAULT,
            null,
            new Dispatcher.RequestTime(0, 7));

    request.beginAt(3_000_000_000L);

    assertThat(request.queuedNanos()).isEqualTo(7);
  }

  private static List<ByteBuffer> keys(Request request) {
    return request.partitions().stream().map(Partition::key).toList();
  }
}
