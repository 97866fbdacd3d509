package io.goodput.cassandra.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.cassandra.db.ConsistencyLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimeoutRejectionsTest {

  @ParameterizedTest
  @EnumSource(names = {"READS", "WRITES", "BATCHES"})
  void payload_saysOnlyWhy(RequestKind kind) {
    assertThat(payload(kind, Reasons.Kind.LATE))
        .isEqualTo(Map.of("goodput.refused", StandardCharsets.UTF_8.encode("late")));
  }

  @Test
  void payload_ofAWriteWithoutMemory_saysSo() {
    assertThat(payload(RequestKind.WRITES, Reasons.Kind.MEMORY))
        .isEqualTo(Map.of("goodput.refused", StandardCharsets.UTF_8.encode("memory")));
  }

  @Test
  void payload_ofEachAnswer_isTheSameObject() {
    TimeoutRejections late = new TimeoutRejections(RequestKind.READS, Reasons.Kind.LATE, "x");

    assertThat(payloadOf(late)).isSameAs(payloadOf(late));
  }

  private static Map<String, ByteBuffer> payload(RequestKind kind, Reasons.Kind refused) {
    return payloadOf(new TimeoutRejections(kind, refused, "of a test"));
  }

  private static Map<String, ByteBuffer> payloadOf(TimeoutRejections rejections) {
    return assertThat(rejections.at(ConsistencyLevel.ONE))
        .asInstanceOf(type(Explained.class))
        .actual()
        .payload();
  }
}
