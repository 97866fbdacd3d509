package io.goodput.example.hello;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limits;
import io.goodput.buckets.Reason;
import io.goodput.buckets.RefusedException;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client of a language model in the documentation, with a server that counts tokens. */
class ModelTest {

  private static final String ANSWER =
      """
      {"choices": [{"text": "Because of Rayleigh."}],
       "usage": {"prompt_tokens": 12, "total_tokens": 812}}
      """;

  private final AtomicInteger questions = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          questions.incrementAndGet();
          byte[] answer = ANSWER.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    Server.execute("DELETE FROM rate_limiting_token_bucket WHERE id = 'model'");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void model_thatAnswers_costsWhatItHasCounted() throws Exception {
    Model.main(new String[] {Server.url(), model().toString()});

    assertThat(questions).hasValue(1);
    assertThat(Server.number("SELECT more[1] FROM rate_limiting_token_bucket WHERE id = 'model'"))
        .isEqualTo(5_000_000 - 812);
  }

  @Test
  void model_whoseTokensAreUsedUp_isNotAsked() {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket =
          buckets.bucket(
              "model",
              BucketOptions.of(Limits.parse("1 per day, burst 2000")).firstEstimate(2_000));
      assertThat(bucket.tryAcquire(2_000).admitted()).isTrue();

      assertThatExceptionOfType(RefusedException.class)
          .isThrownBy(() -> Model.ask(bucket, model(), "Why?"))
          .satisfies(refused -> assertThat(refused.verdict().reason()).isEqualTo(Reason.LIMIT));
      assertThat(questions).hasValue(0);
    }
  }

  @Test
  void model_thatNothingCanReach_costsNothing() {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket =
          buckets.bucket(
              "model", BucketOptions.of(Limits.parse("1 per day, burst 2000")).firstEstimate(500));
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> Model.ask(bucket, URI.create("http://127.0.0.1:1/"), "Why?"));

      await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(2_000));
    }
  }

  private URI model() {
    return URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
  }
}
