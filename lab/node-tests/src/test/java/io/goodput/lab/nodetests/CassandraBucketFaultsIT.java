package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limits;
import io.goodput.buckets.Proxy;
import io.goodput.buckets.Spender;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import io.goodput.buckets.cassandra.CassandraBuckets;
import io.goodput.lab.nodes.Node;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Processes that share a bucket in Cassandra")
@ExtendWith(SharedNode.class)
class CassandraBucketFaultsIT {

  private static final int PROCESSES = 3;
  private static final int RATE = 200;
  private static final int BURST = 100;
  private static final Duration PERIOD = Duration.ofMillis(700);
  private static final Duration LONG = Duration.ofSeconds(20);

  /** One that the other may lose. */
  private static final DriverConfigLoader TWO_CONNECTIONS =
      DriverConfigLoader.programmaticBuilder()
          .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, 2)
          .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, LONG)
          .build();

  private final String id = UUID.randomUUID().toString();
  private final Cql cql;
  private final Proxy proxy;
  private final CqlSession session;
  private final List<TokenBuckets> processes = new ArrayList<>();

  CassandraBucketFaultsIT(Cql cql, Node node) {
    this.cql = cql;
    this.proxy = new Proxy(node.contactPoint().getPort());
    this.session =
        CqlSession.builder()
            .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()))
            .withLocalDatacenter("datacenter1")
            .withAuthCredentials(Cql.SUPERUSER, Cql.SUPERUSER)
            .withConfigLoader(TWO_CONNECTIONS)
            .build();
  }

  @BeforeEach
  void open() {
    CassandraBuckets.on(session, cql.keyspace()).open().install().close();
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(CassandraBuckets.on(session, cql.keyspace()).open());
    }
  }

  @AfterEach
  void close() {
    proxy.releaseAnswers();
    processes.forEach(TokenBuckets::close);
    session.close();
    proxy.close();
  }

  @Test
  @DisplayName("never spend more than its limit while the network holds answers and releases them")
  void answersHeldAndReleased_neverRaiseSpendingAboveTheLimit() {
    spend(
        () -> {
          proxy.holdAnswers();
          pause();
          proxy.releaseAnswers();
          pause();
        });
  }

  @Test
  @DisplayName("never spend more than its limit while connections break before answers arrive")
  void answersLost_neverRaiseSpendingAboveTheLimit() {
    spend(
        () -> {
          proxy.cutAnswers(true);
          pause();
          proxy.cutAnswers(false);
          pause();
        });
  }

  @Test
  @DisplayName("find out that a request was executed whose answer was lost")
  void answerOfATransactionLost_itsTokensAreSpent() {
    TokenBucket bucket =
        processes.get(0).bucket(id, BucketOptions.of(Limits.parse("1 per day, burst 5")).direct());
    assertThat(bucket.tryAcquire().admitted()).isTrue();

    // The only column of the result of a transaction.
    proxy.cutAnswerWith("[applied]");
    Verdict verdict = bucket.tryAcquire();

    assertThat(verdict.admitted()).isTrue();
    assertThat(verdict.remaining()).isEqualTo(3);
  }

  /** Spends as much as possible during a fault that comes and goes, and after it. */
  private void spend(Runnable fault) {
    List<Spender> spenders = new ArrayList<>();
    long begin = System.nanoTime();
    try {
      processes.forEach(process -> spenders.add(new Spender(bucket(process))));
      await().atMost(LONG).until(() -> spent(spenders) > BURST);
      for (int i = 0; i < 3; i++) {
        fault.run();
        assertThat(spent(spenders)).isLessThanOrEqualTo(allowed(begin));
      }
      long before = spent(spenders);
      await().atMost(LONG).until(() -> spent(spenders) > before + BURST);
      assertThat(spent(spenders)).isLessThanOrEqualTo(allowed(begin));
    } finally {
      proxy.releaseAnswers();
      spenders.forEach(Spender::close);
    }
  }

  private TokenBucket bucket(TokenBuckets process) {
    return process.bucket(id, Limits.parse(RATE + " per second, burst " + BURST));
  }

  private static long spent(List<Spender> spenders) {
    return spenders.stream().mapToLong(Spender::spent).sum();
  }

  private static long allowed(long begin) {
    return BURST + (long) (RATE * (System.nanoTime() - begin) / 1e9);
  }

  private static void pause() {
    await().pollDelay(PERIOD).until(() -> true);
  }
}
