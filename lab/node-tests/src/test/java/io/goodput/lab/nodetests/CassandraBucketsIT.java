package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketContract;
import io.goodput.buckets.BucketException;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.BucketsBuilder;
import io.goodput.buckets.DefinedLimits;
import io.goodput.buckets.Limits;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.cassandra.CassandraBuckets;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Token buckets in Cassandra")
@ExtendWith(SharedNode.class)
class CassandraBucketsIT extends BucketContract {

  private static final Limits DEFINED = Limits.parse("1 per day, burst 5");
  private static final Limits STATED = Limits.parse("1 per day, burst 8");

  private static final Limits ANY = Limits.parse("1 per day, burst 10");

  private final Cql cql;

  CassandraBucketsIT(Cql cql) {
    this.cql = cql;
  }

  @Override
  protected BucketsBuilder<?> client() {
    return CassandraBuckets.on(cql.session(), cql.keyspace());
  }

  private DefinedLimits limits() {
    return CassandraBuckets.limits(cql.session(), cql.keyspace());
  }

  @Test
  void definedLimits_areInForce_whateverProcessesState() {
    String id = UUID.randomUUID().toString();
    try (TokenBuckets buckets = client().open().install()) {
      limits().define(id, DEFINED);

      assertThat(admittedOf(buckets.bucket(id, STATED))).isEqualTo(5);
    }
  }

  @Test
  void definedLimits_removed_leaveThoseThatProcessesState() {
    String id = UUID.randomUUID().toString();
    try (TokenBuckets buckets = client().open().install()) {
      limits().define(id, DEFINED);
      limits().undefine(id);

      assertThat(admittedOf(buckets.bucket(id, STATED))).isEqualTo(8);
    }
  }

  @Test
  void definedLimits_removedAfterTheirUse_giveWayAtOnce() {
    String id = UUID.randomUUID().toString();
    try (TokenBuckets buckets = client().open().install()) {
      limits().define(id, DEFINED);
      TokenBucket bucket = buckets.bucket(id, BucketOptions.of(STATED).direct());
      assertThat(admittedOf(bucket)).isEqualTo(5);
      limits().undefine(id);
      assertThat(bucket.tryAcquire().admitted()).isFalse();

      try (TokenBuckets strict = client().requireStatedLimits().open()) {
        assertThat(strict.bucket(id, STATED).peek().remaining()).isZero();
      }
    }
  }

  @Test
  void bucket_thatIsFullAfter2038_isWritten() {
    String id = UUID.randomUUID().toString();
    Limits slow = Limits.parse("1 per day, burst 5000");
    try (TokenBuckets buckets = client().open().install()) {
      assertThat(buckets.bucket(id, slow).tryAcquire(5_000).admitted()).isTrue();
      assertThat(buckets.bucket(id, slow).tryAcquire().admitted()).isFalse();
    }
  }

  @Test
  void limitsOfAPrefix_areInForceUnlessTheIdHasItsOwn() {
    String prefix = UUID.randomUUID().toString();
    try (TokenBuckets buckets = client().open().install()) {
      limits().defineClass(prefix, ANY);
      limits().defineClass(prefix + "-a", DEFINED);
      limits().define(prefix + "-a-own", STATED);

      assertThat(admittedOf(buckets.bucket(prefix + "-a-1", STATED))).isEqualTo(5);
      assertThat(admittedOf(buckets.bucket(prefix + "-a-own", ANY))).isEqualTo(8);
      assertThat(admittedOf(buckets.bucket(prefix + "-b", STATED))).isEqualTo(10);
    }
  }

  @Test
  @Tag("slow")
  void limitsOfAPrefix_reachClientsWithinSeconds() {
    String prefix = UUID.randomUUID().toString();
    try (TokenBuckets buckets = client().open().install()) {
      assertThat(buckets.bucket(prefix, STATED).tryAcquire().admitted()).isTrue();
      limits().defineClass(prefix, DEFINED);

      await()
          .atMost(Duration.ofSeconds(15))
          .untilAsserted(
              () ->
                  assertThat(buckets.bucket(prefix + UUID.randomUUID(), STATED).peek().remaining())
                      .isEqualTo(5));
    }
  }

  @Test
  void install_withoutTheTableOfClasses_createsIt() {
    client().open().install().close();
    cql.run("DROP TABLE goodput_token_bucket_classes");
    try (TokenBuckets buckets = client().open().install()) {
      assertThat(buckets.bucket("a", STATED).tryAcquire().admitted()).isTrue();
    }
  }

  @Test
  void definedLimits_writtenWrong_sayHowToWriteThem() {
    String id = UUID.randomUUID().toString();
    try (TokenBuckets buckets = client().open().install()) {
      cql.run("UPDATE goodput_token_buckets SET defined = [5] WHERE id = ?", id);
      TokenBucket bucket = buckets.bucket(id, STATED);

      assertThatThrownBy(bucket::tryAcquire)
          .isInstanceOf(BucketException.class)
          .hasMessageContaining("write them as [tokens, microseconds, burst]");
    }
  }

  @Test
  @DisplayName("leave no row of system.paxos for longer than Cassandra's least, three hours")
  void tables_keepTombstonesForThreeHours() {
    client().open().install().close();

    assertThat(
            cql.run(
                    "SELECT gc_grace_seconds FROM system_schema.tables WHERE keyspace_name = ?"
                        + " AND table_name IN"
                        + " ('goodput_token_buckets', 'goodput_token_bucket_classes')",
                    cql.keyspace())
                .all())
        .hasSize(2)
        .allMatch(table -> table.getInt(0) == 3 * 3600);
  }

  @Test
  void bucket_inTheLocalDataCenter_isLimited() {
    String id = UUID.randomUUID().toString();
    try (TokenBuckets buckets =
        CassandraBuckets.on(cql.session(), cql.keyspace()).inLocalDataCenter().open().install()) {
      assertThat(admittedOf(buckets.bucket(id, DEFINED))).isEqualTo(5);
    }
  }

  private static int admittedOf(TokenBucket bucket) {
    int admitted = 0;
    for (int i = 0; i < 10; i++) {
      admitted += bucket.tryAcquire().admitted() ? 1 : 0;
    }
    return admitted;
  }

  @Override
  protected Duration timeout() {
    return Duration.ofSeconds(10);
  }
}
