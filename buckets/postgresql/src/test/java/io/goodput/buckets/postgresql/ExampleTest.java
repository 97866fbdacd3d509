package io.goodput.buckets.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.goodput.buckets.BucketMetrics;
import io.goodput.buckets.JointVerdict;
import io.goodput.buckets.Limit;
import io.goodput.buckets.Limits;
import io.goodput.buckets.ManualClock;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import io.goodput.buckets.postgresql.admin.BucketRows;
import io.goodput.example.hello.Hello;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Runs the examples of the documentation. */
class ExampleTest {

  private static final Path ROOT = Path.of("..", "..").toAbsolutePath();
  private static final Pattern EXAMPLE =
      Pattern.compile("```java\n([^`]*(?:TokenBuckets|Limits)[^`]*)```");

  @Test
  void application_admitsItsFirstRequest() {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Hello.main(new String[] {Server.url()});
    } finally {
      System.setOut(before);
    }

    assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("Hello");
  }

  @Test
  void example_ofSeveralLimits_takesFromAll() {
    TokenBuckets buckets = Server.client().open();

    Limits limits =
        Limits.of(
            Limit.of(10).per(Duration.ofSeconds(1)).burst(20),
            Limit.of(1_000).per(Duration.ofHours(1)));
    Verdict verdict = buckets.bucket("tenant-43", limits).tryAcquire(3);

    buckets.close();
    assertThat(verdict.remaining()).isEqualTo(17);
  }

  @Test
  void example_ofSeveralBuckets_takesFromBoth() {
    TokenBuckets buckets = Server.client().timeout(Duration.ofSeconds(10)).open();

    Limits quota =
        Limits.of(
            Limit.of(10).per(Duration.ofSeconds(1)),
            Limit.of(1_000).perCalendar(ChronoUnit.MONTHS));
    TokenBucket tenant = buckets.bucket("tenant-45", quota);
    TokenBucket user = buckets.bucket("user-7", quota.initialTokens(5));
    long acquired = tenant.tryAcquireUpTo(8).acquired();
    JointVerdict both = buckets.tryAcquireAll(Map.of(tenant, 1L, user, 1L));

    buckets.close();
    assertThat(acquired).isEqualTo(8);
    assertThat(both.admitted()).isTrue();
  }

  @Test
  void example_ofDefinitions_areInForce() {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(Server.url());

    try (BucketRows rows = BucketRows.on(dataSource)) {
      rows.limits().define("tenant-45", Limits.parse("100 per minute, burst 200"));
      rows.limits().defineClass("tenant-", Limits.parse("10 per second, burst 20; 1000 per hour"));
    }

    try (BucketRows rows = BucketRows.on(dataSource)) {
      assertThat(rows.limits().find("tenant-45")).isPresent();
      assertThat(rows.limits().undefineClass("tenant-")).isTrue();
    }
  }

  @Test
  void example_ofATest_movesTheClock() {
    ManualClock clock = new ManualClock();
    TokenBuckets buckets = TokenBuckets.inMemory().clock(clock).open();
    TokenBucket bucket = buckets.bucket("tenant-46", Limit.of(1).per(Duration.ofMinutes(1)));
    assertTrue(bucket.tryAcquire().admitted());
    assertFalse(bucket.tryAcquire().admitted());
    clock.advance(Duration.ofMinutes(1));
    assertTrue(bucket.tryAcquire().admitted());

    buckets.close();
  }

  @Test
  void example_ofMeters_countsCalls() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(Server.url());

    BucketMetrics metrics = new BucketMetrics(registry);
    TokenBuckets buckets = PostgresBuckets.on(dataSource).listener(metrics).open();
    metrics.bindTo(buckets);

    buckets.bucket("tenant-44", Limit.of(1).per(Duration.ofSeconds(1))).tryAcquire();
    buckets.close();
    assertThat(registry.get("goodput.buckets.admitted").functionCounter().count()).isEqualTo(1);
  }

  @Test
  void examples_inTheDocumentation_areThoseAbove() throws IOException {
    List<String> examples = new ArrayList<>();
    for (Path page : pages()) {
      Matcher example = EXAMPLE.matcher(Files.readString(page));
      while (example.find()) {
        examples.add(withoutSpace(example.group(1)));
      }
    }
    String compiled =
        withoutSpace(
            source("buckets/postgresql/ExampleTest.java")
                + source("example/hello/Hello.java")
                + source("example/hello/Model.java"));
    assertThat(examples).isNotEmpty().allSatisfy(example -> assertThat(compiled).contains(example));
  }

  private static String source(String name) throws IOException {
    return Files.readString(Path.of("src/test/java/io/goodput").resolve(name))
        .replaceAll("(?m)^package .*$", "");
  }

  private static List<Path> pages() {
    return Stream.of("README.md", "docs/token-buckets/use.md").map(ROOT::resolve).toList();
  }

  private static String withoutSpace(String text) {
    return text.replaceAll("\\s+", "");
  }
}
