package io.goodput.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Retries of a session")
class BudgetedRetryPolicyTest {

  private static final SimpleStatement READ = SimpleStatement.newInstance("SELECT * FROM t");

  /** What a session without requests may retry. */
  private static final int FEW = 10;

  private final ClientDeadlines session =
      new ClientDeadlines(Sessions.with(ProtocolVersion.V5, null));
  private final BudgetedRetryPolicy policy =
      new BudgetedRetryPolicy(Sessions.with(ProtocolVersion.V5, session), "default");

  @Test
  void retries_areATenthOfTheRequests_andTen() {
    for (int request = 0; request < 200; request++) {
      String unused = session.getSessionRequestId();
    }

    assertThat(retries(100)).isEqualTo(FEW + 20);
    assertThat(session.withheld()).isEqualTo(100 - FEW - 20);
  }

  @Test
  void retry_isThatOfTheDriver() {
    assertThat(unavailable(0).getRetryDecision()).isEqualTo(RetryDecision.RETRY_NEXT);
  }

  @Test
  void retry_thatTheDriverWouldNotSend_costsNothing() {
    for (int request = 0; request < 100; request++) {
      assertThat(unavailable(1).getRetryDecision()).isEqualTo(RetryDecision.RETHROW);
    }

    assertThat(retries(100)).isEqualTo(FEW);
  }

  @Test
  void retries_afterALostConnection_needNoBudget() {
    assertThat(retries(100)).isEqualTo(FEW);

    RetryVerdict verdict =
        policy.onRequestAbortedVerdict(READ, new ClosedConnectionException("lost"), 0);

    assertThat(verdict.getRetryDecision()).isEqualTo(RetryDecision.RETRY_NEXT);
  }

  @Test
  void retry_withoutATimeout_saysWhichAttemptItIs() {
    SimpleStatement patient = READ.setTimeout(Duration.ZERO);
    String id = session.getSessionRequestId();
    SimpleStatement first = (SimpleStatement) session.getDecoratedStatement(patient, id);

    SimpleStatement second = unavailable(0).getRetryRequest(first);

    assertThat(Sessions.payload(session.getDecoratedStatement(second, id)))
        .containsOnly(Map.entry("goodput.attempt", "2"));
  }

  @Test
  void retry_saysWhichAttemptItIs_andForHowLongTheClientStillWaits() {
    String id = session.getSessionRequestId();
    SimpleStatement first = (SimpleStatement) session.getDecoratedStatement(READ, id);

    SimpleStatement second = unavailable(0).getRetryRequest(first);

    assertThat(Sessions.payload(session.getDecoratedStatement(second, id)))
        .containsEntry("goodput.attempt", "2")
        .hasEntrySatisfying(
            "goodput.timeout_ms", left -> assertThat(Long.parseLong(left)).isBetween(100L, 500L));
  }

  @Test
  void retry_keepsWhatTheApplicationHasStated() {
    Map<String, ByteBuffer> own = Map.of("goodput.timeout_ms", ByteBuffer.wrap(new byte[] {'7'}));
    String id = session.getSessionRequestId();
    SimpleStatement first =
        (SimpleStatement) session.getDecoratedStatement(READ.setCustomPayload(own), id);

    SimpleStatement second = unavailable(0).getRetryRequest(first);

    assertThat(Sessions.payload(session.getDecoratedStatement(second, id)))
        .containsOnly(Map.entry("goodput.timeout_ms", "7"), Map.entry("goodput.attempt", "2"));
  }

  @Test
  void policy_withoutDeadlines_saysWhatIsMissing() {
    assertThatThrownBy(
            () -> new BudgetedRetryPolicy(Sessions.with(ProtocolVersion.V5, null), "default"))
        .hasMessage(
            "BudgetedRetryPolicy needs to count requests: set"
                + " advanced.request-id.generator.class to io.goodput.driver.ClientDeadlines");
  }

  private long retries(int errors) {
    long retries = 0;
    for (int error = 0; error < errors; error++) {
      retries += unavailable(0).getRetryDecision() == RetryDecision.RETRY_NEXT ? 1 : 0;
    }
    return retries;
  }

  private RetryVerdict unavailable(int retryCount) {
    return policy.onUnavailableVerdict(READ, ConsistencyLevel.QUORUM, 2, 1, retryCount);
  }
}
