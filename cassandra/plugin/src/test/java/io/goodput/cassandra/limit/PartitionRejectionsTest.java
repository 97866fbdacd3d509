package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.ManualTime;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.Nanos;
import java.nio.charset.StandardCharsets;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Token;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The answers of a node to requests on partitions over their limits")
class PartitionRejectionsTest {

  private static final Token PARTITION = new Murmur3Partitioner.LongToken(1);

  private final ManualTime time = new ManualTime();
  private final PartitionLimits limits = new PartitionLimits(time, new PartitionCounters(1 << 14));
  private final PartitionRejections rejections = new PartitionRejections(limits);
  private final TableLimit limit = new TableLimit(Limited.TABLE, Operation.READS, 5);

  @Test
  void answer_first_tellsTheRateSoFar() {
    count(PARTITION, 40);

    assertThat(rateOf(rejections.answer(limit, PARTITION, false))).isEqualTo("40");
  }

  @Test
  @DisplayName("do not tell a rate that is below the limit")
  void answer_beforeTheRateIsKnown_isWithoutARate() {
    count(PARTITION, 4);

    assertThat(rateOf(rejections.answer(limit, PARTITION, false))).isNull();
  }

  @Test
  void answer_withinASecond_isTheSameAnswer() {
    count(PARTITION, 40);
    RateLimitReachedException first = rejections.answer(limit, PARTITION, false);
    count(PARTITION, 100);

    assertThat(rejections.answer(limit, PARTITION, false)).isSameAs(first);
  }

  @Test
  void answer_aSecondLater_tellsTheNewRate() {
    count(PARTITION, 40);
    Object unused = rejections.answer(limit, PARTITION, false);
    count(PARTITION, 100);
    rejections.refresh();

    assertThat(rateOf(rejections.answer(limit, PARTITION, false))).isEqualTo("140");
  }

  @Test
  @DisplayName("do not tell the rate of another partition of the table")
  void answer_eachPartition_hasItsOwnRate() {
    Token quiet = new Murmur3Partitioner.LongToken(2);
    count(PARTITION, 40);
    count(quiet, 6);
    Object unused = rejections.answer(limit, PARTITION, false);

    // In one of 512 runs, both want the same place.
    assertThat(rateOf(rejections.answer(limit, quiet, false))).isIn("6", null);
  }

  @Test
  void answer_limitHasChanged_tellsTheNewLimit() {
    Object unused = rejections.answer(limit, PARTITION, false);
    limit.setPerSecond(7);

    assertThat(rejections.answer(limit, PARTITION, false))
        .hasMessageContaining("limit 7 per second");
  }

  @Test
  void answer_byReplicas_saysSoAndIsOfTheLimit() {
    RateLimitReachedException answer = rejections.answer(limit, PARTITION, true);

    assertThat(answer).hasMessageContaining("rejected by replicas");
    rejections.byReplicas(limit, PARTITION, true).count();
    assertThat(limit.rejectedByReplicas().getCount()).isOne();
  }

  @Test
  @DisplayName("go without a rate if too many partitions are rejected")
  void answer_manyPartitions_areExplainedInFixedMemory() {
    int unrated = 0;
    for (int i = 0; i < 10 * PartitionRejections.PLACES; i++) {
      Token token = new Murmur3Partitioner.LongToken(i);
      count(token, 6);
      RateLimitReachedException answer = rejections.answer(limit, token, false);
      assertThat(answer).hasMessageContaining("limit 5 per second");
      unrated += rateOf(answer) == null ? 1 : 0;
    }

    assertThat(unrated).isGreaterThanOrEqualTo(9 * PartitionRejections.PLACES);
  }

  @Test
  void answer_otherPartitionsAreRejectedNoMore_getsTheirPlace() {
    for (int i = 0; i < 10 * PartitionRejections.PLACES; i++) {
      Object unused = rejections.answer(limit, new Murmur3Partitioner.LongToken(i), false);
    }
    for (int second = 0; second < 4; second++) {
      time.nanos += Nanos.PER_SECOND;
      rejections.refresh();
    }
    Token next = new Murmur3Partitioner.LongToken(-1);
    count(next, 6);

    assertThat(rateOf(rejections.answer(limit, next, false))).isNotNull();
  }

  private void count(Token partition, int operations) {
    for (int i = 0; i < operations; i++) {
      limits.account(limits.now(), limit.counterOf(partition));
    }
  }

  private static @Nullable String rateOf(RateLimitReachedException answer) {
    var rate = answer.payload().get("goodput.rate");
    return rate == null ? null : StandardCharsets.UTF_8.decode(rate.duplicate()).toString();
  }
}
