package io.goodput.buckets.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.postgresql.admin.BucketRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Client processes in different time zones that are killed while they hold leases. */
class ProcessFaultsTest {

  private static final List<String> ZONES =
      List.of("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago");

  private final String id = UUID.randomUUID().toString();

  @TempDir private Path directory;

  @Test
  void processesKilledOneByOne_neverSpendMoreThanTheLimit() throws IOException {
    long perSecond = 2_000;
    long burst = 1_000;
    long begin = System.nanoTime();
    List<SpendingProcess> processes = new ArrayList<>();
    try {
      for (String zone : ZONES) {
        processes.add(start(perSecond, burst, zone));
      }
      for (SpendingProcess process : processes) {
        await().atMost(Duration.ofSeconds(60)).until(() -> process.spent() >= 500);
        process.kill();
      }
    } finally {
      processes.forEach(SpendingProcess::close);
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    long spent = processes.stream().mapToLong(SpendingProcess::spent).sum();
    assertThat(spent).isLessThanOrEqualTo((long) (burst + perSecond * seconds));
  }

  @Test
  void killedProcess_losesNoMoreThanItsLeasesAndItsRequestInFlight() throws IOException {
    long full = 1_000_000_000;
    try (BucketRows rows = BucketRows.on(Server.url());
        SpendingProcess process = start(1, full, "UTC")) {
      await().atMost(Duration.ofSeconds(60)).until(() -> process.spent() >= 1_000_000);
      process.kill();
      long taken = full - rows.show(id).orElseThrow().tokens();
      // Two leases, and a request in flight, which may ask for four times the largest grant so far.
      assertThat(taken - process.spent()).isBetween(0L, 6 * process.largestGrant());
    }
  }

  private SpendingProcess start(long perSecond, long burst, String zone) throws IOException {
    Path counts = directory.resolve(UUID.randomUUID().toString());
    return SpendingProcess.start(Server.url(), id, perSecond, burst, zone, counts);
  }
}
