package io.goodput.lab.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.internal.core.channel.ResponseCallback;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants.ErrorCode;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.Ready;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A request that is retried twice")
class RetriedRequestsTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final List<Integer> places = new ArrayList<>();
  private final List<ResponseCallback> attempts = new ArrayList<>();
  private final BlockingQueue<Object> ends = new LinkedBlockingQueue<>();

  private final RetriedRequests patient = new RetriedRequests(this::send, LONG, 2);

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
    places.add(place);
    attempts.add(attempt);
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
  @DisplayName("fails once, with the last answer, after three attempts")
  void answer_thirdOverload_isFinal() {
    patient.send(7, 0, client);

    for (int attempt = 0; attempt < 3; attempt++) {
      attempts.get(attempt).onResponse(error(ErrorCode.OVERLOADED));
    }

    assertThat(patient.sent()).isEqualTo(3);
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
  void noAnswer_threeTimeouts_fails() throws Exception {
    RetriedRequests impatient = new RetriedRequests(this::send, Duration.ofMillis(1), 2);

    impatient.send(7, 0, client);

    assertThat(ends.poll(30, TimeUnit.SECONDS))
        .hasToString("java.util.concurrent.TimeoutException: no answer within 1 ms");
    assertThat(impatient.sent()).isEqualTo(3);
  }

  private static Frame error(int code) {
    return frame(new Error(code, "an error"));
  }

  private static Frame frame(Message message) {
    return Frame.forResponse(4, 0, null, Map.of(), List.of(), message);
  }
}
