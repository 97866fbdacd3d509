package io.goodput.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The tags of a client")
class FairTagsTest {

  /** One token in 10 ms. The depth is 8. */
  private static final Rates RATES = Rates.of(Rate.perSecond(100, 100));

  private BucketState bucket =
      new BucketState(RATES.all().stream().map(rate -> new Count(50, 0)).toList());

  private long now;

  @Test
  @DisplayName("reserve nothing while it is alone")
  void reserve_alone_isZero() {
    FairTags client = new FairTags();
    for (int i = 0; i < 100; i++) {
      take(client, 3);
      pass(20);
    }

    assertThat(reserve(client)).isZero();
  }

  @Test
  @DisplayName("reserve nothing if it is alone and takes all of a full bucket")
  void reserve_aloneWithAFullBucket_isZero() {
    bucket = BucketState.full(RATES, 0);
    FairTags client = new FairTags();
    for (int i = 0; i < 60; i++) {
      take(client, 5);
      pass(25);
    }

    assertThat(reserve(client)).isZero();
  }

  @Test
  @DisplayName("reserve nothing if it is alone and the bucket is full before each request")
  void reserve_aloneWithABucketThatIsFullAgainAndAgain_isZero() {
    FairTags client = new FairTags();
    for (int i = 0; i < 10; i++) {
      take(client, 5);
      pass(1_500);
    }

    assertThat(reserve(client)).isZero();
  }

  @Test
  @DisplayName("reserve the depth while it takes more than others")
  void reserve_besideAClientThatTakesLess_isTheDepth() {
    FairTags most = new FairTags();
    FairTags least = new FairTags();
    share(most, least);

    assertThat(reserve(most)).isEqualTo(FairTags.depth(RATES));
  }

  @Test
  @DisplayName("reserve nothing while others take more")
  void reserve_besideAClientThatTakesMore_isZero() {
    FairTags most = new FairTags();
    FairTags least = new FairTags();
    share(most, least);

    assertThat(reserve(least)).isZero();
  }

  @Test
  @DisplayName("reserve nothing once others have taken nothing for a minute")
  void reserve_aMinuteAfterOthers_isZero() {
    FairTags most = new FairTags();
    share(most, new FairTags());
    pass(Duration.ofSeconds(61).toMillis());

    assertThat(reserve(most)).isZero();
  }

  @Test
  @DisplayName("notice others also between requests that the bucket does not see")
  void reserve_besideOthersWithCancelledRequests_isTheDepth() {
    FairTags most = new FairTags();
    FairTags least = new FairTags();
    for (int i = 0; i < 50; i++) {
      take(least, 1);
      for (int k = 0; k < 5; k++) {
        most.cancelled(most.tagged(TokenRequest.forOne(4), RATES, nanos()));
        take(most, 4);
        pass(40);
      }
    }

    assertThat(reserve(most)).isEqualTo(FairTags.depth(RATES));
  }

  @Test
  @DisplayName("do not take its own requests in flight for those of others")
  void reserve_aloneWithAnswersOutOfOrder_isZero() {
    FairTags client = new FairTags();
    take(client, 1);
    for (int i = 0; i < 20; i++) {
      TokenRequest first = client.tagged(TokenRequest.forOne(3), RATES, nanos());
      TokenRequest second = client.tagged(TokenRequest.forOne(3), RATES, nanos());
      Grant ofFirst = grant(first);
      Grant ofSecond = grant(second);
      client.answered(RATES, second, ofSecond, nanos());
      client.answered(RATES, first, ofFirst, nanos());
      pass(60);
    }

    assertThat(reserve(client)).isZero();
  }

  @Test
  @DisplayName("let another client have what a client has reserved")
  void request_behindTheOthers_findsTheReserve() {
    FairTags most = new FairTags();
    FairTags least = new FairTags();
    share(most, least);
    Grant last;
    do {
      last = take(most, 1);
    } while (last.tokens() > 0);

    assertThat(take(least, FairTags.depth(RATES)).tokens()).isPositive();
  }

  /** One client takes as much as it gets, the other takes 5 tokens a second. */
  private void share(FairTags most, FairTags least) {
    for (int i = 0; i < 50; i++) {
      take(least, 1);
      for (int k = 0; k < 5; k++) {
        take(most, 4);
        pass(40);
      }
    }
  }

  private long reserve(FairTags client) {
    TokenRequest request = client.tagged(TokenRequest.forOne(1), RATES, nanos());
    client.failed(request);
    return request.reserve();
  }

  private Grant take(FairTags client, long tokens) {
    TokenRequest request = client.tagged(TokenRequest.forOne(tokens, 10_000), RATES, nanos());
    Grant grant = grant(request);
    client.answered(RATES, request, grant, nanos());
    return grant;
  }

  private Grant grant(TokenRequest request) {
    BucketState.Answered answered = bucket.acquire(RATES, request, now);
    bucket = answered.state();
    return answered.grant();
  }

  private long nanos() {
    return now * 1_000;
  }

  private void pass(long millis) {
    now += 1_000 * millis;
  }
}
