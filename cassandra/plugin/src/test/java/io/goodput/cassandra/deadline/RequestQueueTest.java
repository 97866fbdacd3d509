package io.goodput.cassandra.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.request.RequestKind;
import io.goodput.core.time.Nanos;
import java.time.Duration;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestTimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestQueueTest {

  static {
    DatabaseDescriptor.clientInitialization(false);
  }

  private static final long MILLI = Nanos.PER_MILLI;
  private static final long TIMEOUT = RequestKind.READS.serverTimeoutNanos();

  private long now;

  @Test
  void decide_clientStatesNoTimeout_waitsForTheTimeoutOfTheServer() {
    RequestQueue queue = queue(null);

    assertThat(decide(queue, TIMEOUT, 0)).isNull();
    assertThat(decide(queue, TIMEOUT + 1, 0)).isNotNull();
  }

  @Test
  void decide_clientIsMorePatientThanTheServer_waitsForTheTimeoutOfTheServer() {
    RequestQueue queue = queue(null);

    assertThat(decide(queue, TIMEOUT, 1_000 * TIMEOUT)).isNull();
    assertThat(decide(queue, TIMEOUT + 1, 1_000 * TIMEOUT)).isNotNull();
  }

  @Test
  void decide_clientIsLessPatient_dropsOnlyItsOwnRequest() {
    RequestQueue queue = queue(null);

    assertThat(decide(queue, 200 * MILLI, 100 * MILLI)).isNotNull();
    assertThat(decide(queue, 200 * MILLI, 0)).isNull();
  }

  @Test
  void decide_queueStands_timeoutInTheSettingsDecidesForAllClients() {
    RequestQueue queue = queue(Duration.ofMillis(800));
    for (int i = 0; i < 100; i++) {
      decide(queue, 101 * MILLI, TIMEOUT);
    }

    assertThat(queue.isStanding()).isTrue();
    assertThat(decide(queue, 101 * MILLI, TIMEOUT)).isNotNull();
    assertThat(decide(queue, 100 * MILLI, 200 * MILLI)).isNull();
  }

  private RequestQueue queue(@Nullable Duration timeout) {
    return new RequestQueue(RequestKind.READS, timeout, now);
  }

  private @Nullable RequestTimeoutException decide(RequestQueue queue, long waited, long stated) {
    now += 10 * MILLI;
    return queue.decide(now, waited, queue.timeoutNanos(stated), ConsistencyLevel.ONE, null);
  }
}
