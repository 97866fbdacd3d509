package io.goodput.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What a request says of its timeout, 500 ms in the default profile")
class ClientDeadlinesTest {

  private static final SimpleStatement READ = SimpleStatement.newInstance("SELECT * FROM t");

  private long now = Long.MAX_VALUE - 1;
  private final ClientDeadlines deadlines = deadlines(ProtocolVersion.V5);

  private ClientDeadlines deadlines(ProtocolVersion version) {
    return new ClientDeadlines(Sessions.with(version, null), () -> now);
  }

  @Test
  void timeout_isThatOfTheDefaultProfile() {
    assertThat(sent(READ, 0)).containsOnly(Map.entry("goodput.timeout_ms", "500"));
  }

  @Test
  void timeout_isThatOfItsProfile() {
    assertThat(sent(READ.setExecutionProfileName("slow"), 0))
        .containsEntry("goodput.timeout_ms", "9000");
  }

  @Test
  void timeout_isItsOwn() {
    assertThat(sent(READ.setTimeout(Duration.ofSeconds(2)), 0))
        .containsEntry("goodput.timeout_ms", "2000");
  }

  @Test
  void timeout_ofALaterAttempt_isWhatIsLeft() {
    assertThat(sent(READ, 180)).containsEntry("goodput.timeout_ms", "320");
  }

  @Test
  void timeout_thatHasPassed_isAMillisecond() {
    assertThat(sent(READ, 700)).containsEntry("goodput.timeout_ms", "1");
  }

  @Test
  void timeout_thatTheApplicationHasStated_stays() {
    Map<String, ByteBuffer> own =
        Map.of("goodput.timeout_ms", ByteBuffer.wrap("70".getBytes(StandardCharsets.US_ASCII)));

    assertThat(sent(READ.setCustomPayload(own), 0)).containsEntry("goodput.timeout_ms", "70");
  }

  @Test
  void otherPayload_stays() {
    Map<String, ByteBuffer> own = Map.of("trace", ByteBuffer.allocate(0));

    assertThat(sent(READ.setCustomPayload(own), 0)).containsOnlyKeys("trace", "goodput.timeout_ms");
  }

  @Test
  void speculativeExecution_saysWhatIsLeft() {
    String request = deadlines.getSessionRequestId();
    Statement<?> first = deadlines.getDecoratedStatement(READ, request);
    now += TimeUnit.MILLISECONDS.toNanos(400);

    Statement<?> second = deadlines.getDecoratedStatement(first, request);

    assertThat(Sessions.payload(second)).containsEntry("goodput.timeout_ms", "100");
  }

  @Test
  void nextPage_isARequestOfItsOwn() {
    Map<String, ByteBuffer> own = Map.of("trace", ByteBuffer.allocate(0));
    String request = deadlines.getSessionRequestId();
    Statement<?> page = deadlines.getDecoratedStatement(READ.setCustomPayload(own), request);
    Statement<?> retried =
        page.setCustomPayload(((StatedPayload) page.getCustomPayload()).ofAttempt(2));
    now += TimeUnit.MILLISECONDS.toNanos(400);

    Statement<?> next = deadlines.getDecoratedStatement(retried, deadlines.getSessionRequestId());

    assertThat(Sessions.payload(next))
        .containsOnly(Map.entry("goodput.timeout_ms", "500"), Map.entry("trace", ""));
  }

  @Test
  void otherPayload_mayBeNull() {
    Map<String, ByteBuffer> own = new HashMap<>();
    own.put("trace", null);
    Statement<?> read = READ.setCustomPayload(own);

    Statement<?> sent = deadlines.getDecoratedStatement(read, deadlines.getSessionRequestId());

    assertThat(sent.getCustomPayload())
        .containsEntry("trace", null)
        .containsKey("goodput.timeout_ms");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MIN_VALUE, -5_000_000_000L})
  void clock_mayStartAnywhere(long start) {
    now = start;

    assertThat(sent(READ, 180)).containsEntry("goodput.timeout_ms", "320");
  }

  @Test
  void request_withoutATimeout_saysNothing() {
    assertThat(sent(READ.setTimeout(Duration.ZERO), 0)).isEmpty();
  }

  @Test
  void protocolWithoutPayloads_isLeftAlone() {
    ClientDeadlines old = deadlines(ProtocolVersion.V3);

    Statement<?> sent = old.getDecoratedStatement(READ, old.getSessionRequestId());

    assertThat(sent.getCustomPayload()).isEmpty();
  }

  @Test
  void identifiers_areUnique() {
    assertThat(deadlines.getSessionRequestId()).isNotEqualTo(deadlines.getSessionRequestId());
  }

  private Map<String, String> sent(Statement<?> statement, long laterMillis) {
    String request = deadlines.getSessionRequestId();
    now += TimeUnit.MILLISECONDS.toNanos(laterMillis);
    String attempt = deadlines.getNodeRequestId(statement, request);
    return Sessions.payload(deadlines.getDecoratedStatement(statement, attempt));
  }
}
