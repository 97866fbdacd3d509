package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FeedTest {

  private static final Duration PERIOD = Duration.ofMillis(100);

  private final AtomicInteger samples = new AtomicInteger();
  private final AtomicInteger firsts = new AtomicInteger();
  private volatile boolean fails;

  @AutoClose private final Feed feed = new Feed(new Numbers());

  private final class Numbers implements Feed.Source {

    @Override
    public Feed.Frame next(boolean isFirst) throws InterruptedException {
      TimeUnit.NANOSECONDS.sleep(PERIOD.toNanos());
      if (fails) {
        fails = false;
        throw new IllegalStateException("a fault for a test");
      }
      if (isFirst) {
        firsts.incrementAndGet();
      }
      String number = Integer.toString(samples.incrementAndGet());
      return new Feed.Frame(number, "[" + number + "]");
    }

    @Override
    public void close() {}
  }

  @Test
  void next_twoBrowsers_shareOneSampler() throws Exception {
    try (Feed.Browser one = feed.open();
        Feed.Browser other = feed.open()) {
      for (int frame = 0; frame < 3; frame++) {
        one.next();
        other.next();
      }
      assertThat(samples).hasValueBetween(3, 4);
    }
  }

  @Test
  void history_ofALaterBrowser_hasEarlierPoints() throws Exception {
    try (Feed.Browser one = feed.open()) {
      one.next();
      one.next();
      try (Feed.Browser later = feed.open()) {
        assertThat(later.history()).startsWith("[[1],[2]");
      }
    }
  }

  @Test
  void open_noBrowser_samplesNothing() throws Exception {
    try (Feed.Browser browser = feed.open()) {
      browser.next();
    }
    int seen = samples.get();

    await().during(PERIOD.multipliedBy(10)).until(() -> samples.get() <= seen + 1);
  }

  @Test
  void next_afterATimeWithoutBrowsers_isAFirstFrame() throws Exception {
    try (Feed.Browser browser = feed.open()) {
      browser.next();
      browser.next();
    }
    await().until(() -> feed.browsers() == 0);
    assertThat(firsts).hasValue(1);
    int seen = samples.get();
    await().during(PERIOD.multipliedBy(5)).until(() -> samples.get() <= seen + 1);

    try (Feed.Browser browser = feed.open()) {
      browser.next();
    }

    assertThat(firsts).hasValue(2);
  }

  @Test
  void next_sourceFailsOnce_comesAfterIt() throws Exception {
    fails = true;

    try (Feed.Browser browser = feed.open()) {
      assertThat(browser.next()).isEqualTo("1");
    }
  }

  @Test
  void next_feedIsClosed_isEmpty() throws Exception {
    try (Feed.Browser browser = feed.open()) {
      browser.next();
      feed.close();

      assertThat(browser.next()).isEmpty();
    }
  }
}
