package io.goodput.cassandra.request;

import static io.goodput.cassandra.request.Statements.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadIdentityTest {

  private static final CQLStatement READ =
      Statements.parse("SELECT * FROM ks.pair WHERE a = ? AND b = ?");

  /** What an attacker sends. */
  private static final int COLLIDING = 10_000;

  private static final int BINS = 1 << 10;

  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

  @Test
  void identity_samePreparedStatementAndValues_isEqual() {
    assertThat(prepared(READ, bytes(1), bytes(2)))
        .isNotNull()
        .isEqualTo(prepared(READ, bytes(1), bytes(2)));
  }

  @Test
  void identity_otherValue_differs() {
    assertThat(prepared(READ, bytes(1), bytes(2))).isNotEqualTo(prepared(READ, bytes(1), bytes(3)));
  }

  @Test
  void identity_unsetValue_differsFromAnEmptyOne() {
    CQLStatement filtering =
        Statements.parse("SELECT * FROM ks.t WHERE k = ? AND v = ? ALLOW FILTERING");

    assertThat(prepared(filtering, bytes(1), EMPTY))
        .isNotNull()
        .isNotEqualTo(prepared(filtering, bytes(1), ByteBufferUtil.UNSET_BYTE_BUFFER));
  }

  @Test
  void identity_statementPreparedAnew_differs() {
    CQLStatement again = Statements.parse("SELECT * FROM ks.pair WHERE a = ? AND b = ?");

    assertThat(prepared(READ, bytes(1), bytes(2)))
        .isNotEqualTo(prepared(again, bytes(1), bytes(2)));
  }

  @Test
  void identity_otherConsistency_differs() {
    assertThat(identity(READ, ConsistencyLevel.ONE, null, bytes(1), bytes(2)))
        .isNotEqualTo(identity(READ, ConsistencyLevel.QUORUM, null, bytes(1), bytes(2)));
  }

  @Test
  void identity_sameText_isEqual() {
    String text = "SELECT * FROM ks.t WHERE k = 1";

    assertThat(simple(text)).isNotNull().isEqualTo(simple(text));
    assertThat(simple(text)).isNotEqualTo(simple("SELECT * FROM ks.t WHERE k = 2"));
  }

  @ParameterizedTest
  @EnumSource(names = {"SERIAL", "LOCAL_SERIAL"})
  void identity_serialRead_isNone(ConsistencyLevel level) {
    assertThat(identity(READ, level, null, bytes(1), bytes(2))).isNull();
  }

  @Test
  void identity_payloadOfTheClient_isNone() {
    assertThat(identity(READ, ConsistencyLevel.ONE, Map.of("key", EMPTY), bytes(1), bytes(2)))
        .isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT now() FROM ks.t WHERE k = 1",
        "SELECT uuid() FROM ks.t WHERE k = 1",
        "SELECT k, current_timestamp() FROM ks.t WHERE k = 1",
        "INSERT INTO ks.t (k, v) VALUES (1, 2)"
      })
  void identity_answerMayDifferAtEachCall_isNone(String query) {
    assertThat(prepared(Statements.parse(query))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT count(*) FROM ks.t WHERE k = 1",
        "SELECT JSON * FROM ks.t WHERE k = 1",
        "SELECT writetime(v), cast(v AS text) FROM ks.t WHERE k = 1"
      })
  void identity_answerDependsOnDataAlone_exists(String query) {
    assertThat(prepared(Statements.parse(query))).isNotNull();
  }

  @Test
  @DisplayName("Keys whose bytes collide in Java's hash spread over the bins of a map")
  void hashCode_keysWithEqualHashesOfBytes_fillTheBinsEvenly() {
    List<ByteBuffer> keys = IntStream.range(0, COLLIDING).mapToObj(this::colliding).toList();
    assertThat(keys.stream().map(ByteBuffer::hashCode).distinct()).hasSize(1);

    assertSpread(keys.stream().map(key -> prepared(READ, bytes(1), key)));
  }

  @Test
  @DisplayName("The same read with many page sizes spreads over the bins of a map")
  void hashCode_otherPageSizes_fillTheBinsEvenly() {
    assertSpread(
        IntStream.rangeClosed(1, COLLIDING)
            .mapToObj(size -> ended(paged(size, READ, bytes(1), bytes(2)))));
  }

  private static void assertSpread(Stream<@Nullable ReadIdentity> reads) {
    int[] bins = new int[BINS];
    reads.forEach(read -> bins[Objects.requireNonNull(read).hashCode() & (BINS - 1)]++);

    // About 10 each; the standard deviation is 3.
    assertThat(IntStream.of(bins).max().orElseThrow()).isLessThan(10 + 10 * 3);
  }

  /** The pairs of bytes 65 66 and 96 65 have equal hashes, and so has each sequence of them. */
  private ByteBuffer colliding(int number) {
    ByteBuffer key = ByteBuffer.allocate(28);
    for (int bit = 0; bit < 14; bit++) {
      key.put((number >> bit & 1) == 0 ? new byte[] {65, 66} : new byte[] {96, 65});
    }
    return key.flip();
  }

  private static Request paged(int pageSize, CQLStatement statement, ByteBuffer... values) {
    return CurrentRequest.prepared(
        statement,
        new QueryState(ClientState.forInternalCalls()),
        QueryOptions.create(
            ConsistencyLevel.ONE,
            List.of(values),
            false,
            pageSize,
            null,
            null,
            ProtocolVersion.CURRENT,
            null),
        null,
        new Dispatcher.RequestTime(0, 0));
  }

  @Test
  void likeness_identicalReads_isEqual() {
    int one = likeness();
    int other = likeness();

    assertThat(one).isEqualTo(other);
  }

  private static int likeness() {
    Request request = request(READ, ConsistencyLevel.ONE, null, bytes(1), bytes(2));
    int likeness = request.likeness();
    request.end();
    return likeness;
  }

  private static @Nullable ReadIdentity prepared(CQLStatement statement, ByteBuffer... values) {
    return identity(statement, ConsistencyLevel.ONE, null, values);
  }

  private static @Nullable ReadIdentity identity(
      CQLStatement statement,
      ConsistencyLevel level,
      @Nullable Map<String, ByteBuffer> payload,
      ByteBuffer... values) {
    return ended(request(statement, level, payload, values));
  }

  private static Request request(
      CQLStatement statement,
      ConsistencyLevel level,
      @Nullable Map<String, ByteBuffer> payload,
      ByteBuffer... values) {
    return CurrentRequest.prepared(
        statement,
        new QueryState(ClientState.forInternalCalls()),
        QueryOptions.forInternalCalls(level, List.of(values)),
        payload,
        new Dispatcher.RequestTime(0, 0));
  }

  private static @Nullable ReadIdentity simple(String text) {
    CQLStatement statement = Statements.parse(text);
    CurrentRequest.parsed(statement, new String(text));
    return ended(
        CurrentRequest.statement(
            statement,
            new QueryState(ClientState.forInternalCalls()),
            QueryOptions.forInternalCalls(ConsistencyLevel.ONE, List.of()),
            null,
            new Dispatcher.RequestTime(0, 0)));
  }

  private static @Nullable ReadIdentity ended(Request request) {
    try {
      return request.identity();
    } finally {
      request.end();
    }
  }
}
