package io.goodput.cassandra.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.request.Explained;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.Statements;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.FairAdmission;
import io.goodput.core.fair.NodeShares;
import io.goodput.core.fair.ProcessorUse;
import io.goodput.core.fair.ServiceLevel;
import io.goodput.core.fair.Stress;
import io.goodput.core.fair.Workload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The answers of a node to requests above their fair share")
class RefusalsTest {

  private static final int TENANT = 7;

  private final FairAdmission<String> admission = new FairAdmission<>(8, 0);
  private @Nullable EffectiveLevel level;
  private final Refusals refusals = new Refusals(admission, request -> level, "10.0.0.3");

  @Test
  void refuse_aPartition_saysWhatItHas() {
    assertThat(refuse(NodeShares.CLASS_REFUSED, 1))
        .hasMessageMatching(
            "Node 10.0.0.3 is overloaded, and this partition of table ks.t has 0 requests in flight"
                + " \\(fair share \\d+\\); retry after 100 ms");
  }

  @Test
  void refuse_aTenantThatDoesNotLogIn_saysTheKeyspace() {
    assertThat(refuse(NodeShares.TENANT_REFUSED, 1))
        .hasMessageContaining("and this keyspace has 0");
  }

  @Test
  @DisplayName("name a service level, and not the role that was refused first")
  void refuse_aTenantWithALevel_saysTheLevel() {
    level =
        EffectiveLevel.of(List.of(new ServiceLevel("reports", 100, 0, Workload.INTERACTIVE)))
            .orElseThrow();

    assertThat(refuse(NodeShares.TENANT_REFUSED, 1))
        .hasMessageContaining("and this service level has 0");
    assertThat(refusals.all())
        .singleElement()
        .satisfies(it -> assertThat(it.what().tenantName()).isEqualTo("reports"));
  }

  @Test
  void refuse_aTenantWithManyClasses_isOneEntry() {
    for (int i = 0; i < 100; i++) {
      refuse(NodeShares.TENANT_REFUSED, i);
    }

    assertThat(refusals.all()).hasSize(1);
  }

  @Test
  @DisplayName("leave places for others, however many partitions of a tenant are refused")
  void refuse_anotherTenantAfterAFlood_hasItsPlace() {
    for (int i = 0; i < 10_000; i++) {
      refuse(NodeShares.CLASS_REFUSED, i);
    }

    for (int tenant = 100; tenant < 110; tenant++) {
      CassandraException answer = refuse(NodeShares.TENANT_REFUSED, tenant, 1);

      assertThat(answer).hasMessageContaining("and this keyspace has 0");
    }
  }

  @Test
  @DisplayName("keep the places of a tenant while the flood goes on")
  void all_floodGoesOn_keepsOtherTenants() {
    refuse(NodeShares.TENANT_REFUSED, 100, 1);
    for (int i = 0; i < 10_000; i++) {
      refuse(NodeShares.CLASS_REFUSED, i);
    }

    assertThat(refusals.all()).anyMatch(it -> it.what().competitor().tenant() == 100);
  }

  @Test
  void refuse_forAReplica_saysSo() {
    admission.replicas().hear("replica", new Stress(1, 0), 0);
    admission.tick(FairAdmission.TICK_NANOS, ProcessorUse.NONE);

    assertThat(refuse(NodeShares.CLASS_REFUSED_FOR_REPLICA, 1))
        .hasMessageStartingWith("A replica is overloaded, and this partition of table ks.t has 0");
  }

  @Test
  void refuse_aSecondLater_saysHowManyWereRefused() {
    refuse(NodeShares.CLASS_REFUSED, 1);
    refuse(NodeShares.CLASS_REFUSED, 1);
    refusals.refresh();

    assertThat(refuse(NodeShares.CLASS_REFUSED, 1))
        .hasMessageContaining(", 2 refused per second); retry after 100 ms");
  }

  @Test
  void refuse_again_isTheSameAnswer() {
    assertThat(refuse(NodeShares.CLASS_REFUSED, 1)).isSameAs(refuse(NodeShares.CLASS_REFUSED, 1));
  }

  @Test
  @DisplayName("have a payload that names the table and not the key")
  void payload_ofAPartition_isComplete() {
    refuse(NodeShares.CLASS_REFUSED, 1);
    refusals.refresh();

    assertThat(texts(refuse(NodeShares.CLASS_REFUSED, 1)))
        .containsOnlyKeys(
            "goodput.refused",
            "goodput.retry",
            "goodput.table",
            "goodput.share",
            "goodput.in_flight",
            "goodput.rate",
            "goodput.retry_after_ms")
        .containsEntry("goodput.refused", "fair_share")
        .containsEntry("goodput.table", "ks.t")
        .containsEntry("goodput.rate", "1")
        .containsEntry("goodput.retry", "other_node")
        .containsEntry("goodput.retry_after_ms", "100");
  }

  @Test
  @DisplayName("have a payload without a table if the tenant is above its share")
  void payload_ofATenant_namesNoTable() {
    assertThat(texts(refuse(NodeShares.TENANT_REFUSED, 1)))
        .doesNotContainKey("goodput.table")
        .containsEntry("goodput.refused", "fair_share");
  }

  @Test
  void all_manyPartitions_areBounded() {
    for (int i = 0; i < 10_000; i++) {
      refuse(NodeShares.CLASS_REFUSED, i);
    }

    assertThat(refusals.all()).hasSizeLessThanOrEqualTo(256);
  }

  @Test
  void refuse_aPartitionWithoutAPlace_isExplained() {
    for (int i = 0; i < 10_000; i++) {
      refuse(NodeShares.CLASS_REFUSED, i);
    }

    assertThat(texts(refuse(NodeShares.CLASS_REFUSED, 10_000)))
        .containsEntry("goodput.refused", "fair_share");
  }

  @Test
  void all_nothingIsRefusedForAWhile_isEmpty() {
    refuse(NodeShares.CLASS_REFUSED, 1);
    for (int second = 0; second < 4; second++) {
      refusals.refresh();
    }

    assertThat(refusals.all()).isEmpty();
  }

  @Test
  void refuse_aKeyThatIsReused_isCopied() {
    ByteBuffer key = ByteBufferUtil.bytes(5).duplicate();
    Request request = Statements.request("SELECT * FROM ks.t WHERE k = ?", key);
    Rejection unused =
        refusals.refuse(NodeShares.CLASS_REFUSED, request, new Competitor(TENANT, 1, 1, 0));
    key.putInt(0, 6);

    assertThat(refusals.all())
        .singleElement()
        .satisfies(it -> assertThat(it.what().key()).isEqualTo(ByteBufferUtil.bytes(5)));
  }

  private CassandraException refuse(int refusal, int partition) {
    return refuse(refusal, TENANT, partition);
  }

  private CassandraException refuse(int refusal, int tenant, int partition) {
    Request request = Statements.request("SELECT * FROM ks.t WHERE k = 1");
    int bits = refusal == NodeShares.CLASS_REFUSED_FOR_REPLICA ? 1 : 0;
    Rejection rejection =
        refusals.refuse(refusal, request, new Competitor(tenant, 1, partition, bits));
    rejection.count();
    return rejection.answer();
  }

  private static Map<String, String> texts(CassandraException answer) {
    Map<String, String> texts = new HashMap<>();
    ((Explained) answer)
        .payload()
        .forEach(
            (key, value) ->
                texts.put(key, StandardCharsets.UTF_8.decode(value.duplicate()).toString()));
    return texts;
  }
}
