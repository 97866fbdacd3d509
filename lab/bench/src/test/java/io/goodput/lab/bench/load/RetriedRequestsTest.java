package io.goodput.lab.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.internal.core.channel.ResponseCallback;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants.ErrorCode;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.Ready;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A request that is retried three times")
class RetriedRequestsTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final List<Integer> places = new CopyOnWriteArrayList<>();
  private final List<ResponseCallback> attempts = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Object> ends = new LinkedBlockingQueue<>();

  private final RetriedRequests patient = new RetriedRequests(this::send, LONG, Retries.THREE);

  private final ResponseCallback client =
      new ResponseCallback() {
        @Override
        public void onResponse(Frame frame) {
          ends.add(frame.message);
        }

        @Override
        public void onFailure(Throwable problem) {
          ends.add(problem);
        }
      };

  private boolean send(long number, int place, ResponseCallback attempt) {
    attempts.add(attempt);
    places.add(place);
    return true;
  }

  @Test
  @DisplayName("ends with its first answer")
  void answer_success_isFinal() {
    patient.send(7, 0, client);

    attempts.get(0).onResponse(frame(new Ready()));

    assertThat(ends).hasSize(1);
    assertThat(patient.sent()).isEqualTo(1);
  }

  @Test
  @DisplayName("goes to the next node after a timeout of the server")
  void answer_timeout_isRetriedOnTheNextNode() {
    patient.send(7, 0, client);

    attempts.get(0).onResponse(error(ErrorCode.READ_TIMEOUT));

    assertThat(places).containsExactly(0, 1);
    assertThat(ends).isEmpty();
  }

  @Test
  @DisplayName("is not repeated after a rejection")
  void answer_rejection_isFinal() {
    patient.send(7, 0, client);

    attempts.get(0).onResponse(error(ErrorCode.CONFIG_ERROR));

    assertThat(ends).hasSize(1);
  }

  @Test
  @DisplayName("fails once, with the last answer, after four attempts")
  void answer_fourthOverload_isFinal() {
    patient.send(7, 0, client);

    for (int attempt = 0; attempt < 4; attempt++) {
      attempts.get(attempt).onResponse(error(ErrorCode.OVERLOADED));
    }

    assertThat(patient.sent()).isEqualTo(4);
    assertThat(ends).hasSize(1);
  }

  @Test
  @DisplayName("ignores the answer to an attempt that has failed")
  void answer_ofAnEarlierAttempt_isIgnored() {
    patient.send(7, 0, client);
    attempts.get(0).onFailure(new IllegalStateException());

    attempts.get(0).onResponse(frame(new Ready()));

    assertThat(ends).isEmpty();
  }

  @Test
  @DisplayName("fails if no node answers in time")
  void noAnswer_fourTimeouts_fails() throws Exception {
    RetriedRequests impatient =
        new RetriedRequests(this::send, Duration.ofMillis(1), Retries.THREE);

    impatient.send(7, 0, client);

    assertThat(ends.poll(30, TimeUnit.SECONDS))
        .hasToString("java.util.concurrent.TimeoutException: no answer within 1 ms");
    assertThat(impatient.sent()).isEqualTo(4);
  }

  @Test
  @DisplayName("is repeated by a driver's default after an overload only")
  void answer_timeout_isFinalByDefault() {
    RetriedRequests byDefault = new RetriedRequests(this::send, LONG, Retries.DEFAULT);

    byDefault.send(7, 0, client);
    attempts.get(0).onResponse(error(ErrorCode.OVERLOADED));
    attempts.get(1).onResponse(error(ErrorCode.READ_TIMEOUT));

    assertThat(places).containsExactly(0, 1);
    assertThat(ends).hasSize(1);
  }

  @Test
  @DisplayName("goes to the next node, too, if it is speculative and has no answer yet")
  void noAnswer_speculative_isSentOnceMore() {
    RetriedRequests speculative = new RetriedRequests(this::send, LONG, Retries.SPECULATIVE);

    speculative.send(7, 0, client);

    await().untilAsserted(() -> assertThat(places).containsExactly(0, 1));
    attempts.get(1).onResponse(frame(new Ready()));
    assertThat(ends).hasSize(1);
  }

  private static Frame error(int code) {
    return frame(new Error(code, "an error"));
  }

  private static Frame frame(Message message) {
    return Frame.forResponse(4, 0, null, Map.of(), List.of(), message);
  }
}
