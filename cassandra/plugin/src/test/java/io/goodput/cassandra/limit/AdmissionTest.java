package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.UnknownHostException;
import java.util.Map;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A message of an admitted request that asks a replica for a partition")
class AdmissionTest {

  private final Admission admission = admission();

  @Test
  @DisplayName("belongs to the request if the replica has not been asked")
  void isFirst_anotherReplica_isTrue() {
    assertThat(admission.isFirst(replica(1), key(1))).isTrue();
    assertThat(admission.isFirst(replica(2), key(1))).isTrue();
  }

  @Test
  @DisplayName("is read repair if the replica has been asked")
  void isFirst_sameReplica_isFalse() {
    boolean unused = admission.isFirst(replica(1), key(1));

    assertThat(admission.isFirst(replica(1), key(1))).isFalse();
  }

  @Test
  @DisplayName("is read repair once read repair has begun, also to a replica that was not asked")
  void isFirst_anotherReplicaDuringReadRepair_isFalse() {
    boolean unused = admission.isFirst(replica(1), key(1));
    unused = admission.isFirst(replica(1), key(1));

    assertThat(admission.isFirst(replica(2), key(1))).isFalse();
  }

  @Test
  @DisplayName("belongs to the request while another partition is repaired")
  void isFirst_anotherPartitionDuringReadRepair_isTrue() {
    boolean unused = admission.isFirst(replica(1), key(1));
    unused = admission.isFirst(replica(1), key(1));

    assertThat(admission.isFirst(replica(2), key(2))).isTrue();
  }

  private static Admission admission() {
    Limited limited = new Limited();
    limited.alter(Map.of("max_reads_per_second", "5"));
    return new Admission(limited.limit(), Stamp.DECIDED);
  }

  private static DecoratedKey key(int value) {
    return Murmur3Partitioner.instance.decorateKey(Int32Type.instance.decompose(value));
  }

  private static InetAddressAndPort replica(int number) {
    try {
      return InetAddressAndPort.getByName("127.0.0." + number);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
