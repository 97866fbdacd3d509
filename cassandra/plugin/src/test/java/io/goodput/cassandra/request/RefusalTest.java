package io.goodput.cassandra.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import org.apache.cassandra.exceptions.OverloadedException;
import org.apache.cassandra.transport.Envelope;
import org.apache.cassandra.transport.Message;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.utils.TimeUUID;
import org.junit.jupiter.api.Test;

class RefusalTest {

  private final Refusal refusal = new Refusal(Rejection.of(new OverloadedException("busy")));

  @Test
  void encode_aTracedRequest_hasTheIdOfTheTrace() throws ReflectiveOperationException {
    TimeUUID id = TimeUUID.Generator.nextTimeUUID();
    Field tracingId = Message.Response.class.getDeclaredField("tracingId");
    tracingId.setAccessible(true);
    tracingId.set(refusal, id);

    Envelope envelope = refusal.encode(ProtocolVersion.V5, 1);

    assertThat(envelope.header.flags).contains(Envelope.Header.Flag.TRACING);
    assertThat(envelope.body.getLong(0)).isEqualTo(id.asUUID().getMostSignificantBits());
  }

  @Test
  void encode_anotherRequest_hasNone() {
    Envelope envelope = refusal.encode(ProtocolVersion.V5, 1);

    assertThat(envelope.header.flags).doesNotContain(Envelope.Header.Flag.TRACING);
  }
}
