package io.goodput.example.hello;

import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limits;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.PostgresBuckets;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Pattern;

public class Model {
  private static final Pattern TOTAL = Pattern.compile("\"total_tokens\": *([0-9]+)");

  public static void main(String[] arguments) throws Exception {
    String url = arguments[0];
    URI model = URI.create(arguments[1]);
    try (TokenBuckets buckets = PostgresBuckets.on(url).open().install()) {
      Limits limits = Limits.parse("100000 per minute; 5000000 per day");
      TokenBucket bucket = buckets.bucket("model", BucketOptions.of(limits).firstEstimate(2_000));
      System.out.println(ask(bucket, model, "Why is the sky blue?"));
    }
  }

  static String ask(TokenBucket bucket, URI model, String question) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(model).POST(HttpRequest.BodyPublishers.ofString(question)).build();
    return bucket.withReservation(
        reservation -> {
          HttpResponse<String> answer =
              HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
          reservation.settle(tokensOf(answer.body()));
          return answer.body();
        });
  }

  private static long tokensOf(String answer) {
    return Long.parseLong(TOTAL.matcher(answer).results().findFirst().orElseThrow().group(1));
  }
}
