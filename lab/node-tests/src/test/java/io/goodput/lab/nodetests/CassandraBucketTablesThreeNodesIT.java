package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limits;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import io.goodput.buckets.cassandra.CassandraBuckets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Ten clients that install token buckets at once through three nodes")
@ExtendWith(ThreeNodes.Shared.class)
class CassandraBucketTablesThreeNodesIT {

  private static final BucketOptions LIMITS =
      BucketOptions.of(Limits.parse("1 per day, burst 100")).direct();

  /** Ten clients contend for one row. */
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final ThreeNodes nodes;

  CassandraBucketTablesThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
  }

  @Test
  @DisplayName("create the same tables, and share their buckets")
  void install_atOnceThroughSeveralNodes_createsTheSameTables() {
    String id = UUID.randomUUID().toString();
    List<CompletableFuture<Verdict>> clients =
        IntStream.range(0, 10)
            .mapToObj(client -> nodes.rf2(1 + client % 3))
            .map(client -> CompletableFuture.supplyAsync(() -> acquire(client, id)))
            .toList();

    assertThat(clients).allMatch(client -> client.join().admitted());
    nodes.rf2(1).awaitSchemaAgreement();
    assertThat(acquire(nodes.rf2(1), id).remaining()).isLessThan(90);
    assertThat(idOn(1)).isEqualTo(idOn(2)).isEqualTo(idOn(3));
  }

  private static Verdict acquire(Cql client, String id) {
    try (TokenBuckets buckets =
        CassandraBuckets.on(client.session(), "rf2").timeout(TIMEOUT).open().install()) {
      return buckets.bucket(id, LIMITS).tryAcquire();
    }
  }

  private UUID idOn(int node) {
    return nodes
        .rf2(node)
        .run(
            "SELECT id FROM system_schema.tables WHERE keyspace_name = 'rf2'"
                + " AND table_name = 'goodput_token_buckets'")
        .one()
        .getUuid(0);
  }
}
