package io.goodput.lab.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OpenLoopTest {

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void run_anEventIsTheLast_endsEarly() throws InterruptedException {
    CountDownLatch last = new CountDownLatch(1);

    assertThat(
            OpenLoop.run(
                3_600,
                recordings -> last.getCount() == 0,
                List.of(),
                List.of(new OpenLoop.Event(0, last::countDown))))
        .isEmpty();
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void run_untilItsRecordingsAreShown_endsWithThese() throws InterruptedException {
    List<List<Recording>> seen = new ArrayList<>();

    List<Recording> recordings = OpenLoop.run(3_600, seen::add, List.of(), List.of());

    assertThat(seen).containsExactly(recordings);
  }
}
