package io.goodput.example.bucket4j;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.distributed.jdbc.PrimaryKeyMapper;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.postgresql.Bucket4jPostgreSQL;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Hello {
  private final ProxyManager<String> buckets;
  private final BucketConfiguration limits =
      BucketConfiguration.builder()
          .addLimit(limit -> limit.capacity(3).refillGreedy(3, Duration.ofMinutes(1)))
          .build();

  Hello(DataSource dataSource) {
    buckets =
        Bucket4jPostgreSQL.selectForUpdateBasedBuilder(dataSource)
            .primaryKeyMapper(PrimaryKeyMapper.STRING)
            .build();
  }

  public static void main(String[] arguments) {
    SpringApplication.run(Hello.class, arguments);
  }

  @GetMapping("/hello")
  ResponseEntity<String> hello(@RequestHeader(name = "X-Api-Key", defaultValue = "") String key) {
    ConsumptionProbe probe =
        buckets.builder().build(key, () -> limits).tryConsumeAndReturnRemaining(1);
    if (probe.isConsumed()) {
      return ResponseEntity.ok()
          .header("X-RateLimit-Remaining", Long.toString(probe.getRemainingTokens()))
          .body("Hello");
    }
    long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(probe.getNanosToWaitForRefill());
    return ResponseEntity.status(429).header("Retry-After", Long.toString(seconds)).build();
  }
}
