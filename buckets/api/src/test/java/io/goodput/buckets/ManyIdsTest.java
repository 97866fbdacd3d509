package io.goodput.buckets;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.store.MemoryStore;
import io.goodput.core.time.TimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that uses each id once. */
class ManyIdsTest {

  private static final int REMEMBERED = 5_000;

  /** New ids arrive while a thread forgets old ones. */
  private static final int MOST = 10 * REMEMBERED;

  @Test
  void aHundredThousandIds_leaveTheMemoryFlat() {
    assertThat(mostInMemory(100_000)).isLessThan(MOST);
  }

  @Test
  @Tag("slow")
  void tenMillionIds_leaveTheMemoryFlat() {
    assertThat(mostInMemory(10_000_000)).isLessThan(MOST);
  }

  /** The largest number of buckets that the client, or the store, had in memory. */
  private static long mostInMemory(int ids) {
    MemoryStore store = new MemoryStore(TimeSource.system());
    long most = 0;
    try (TokenBuckets buckets =
        TokenBuckets.on(store).remember(REMEMBERED).timeout(Duration.ofSeconds(10)).open()) {
      for (int i = 0; i < ids; i++) {
        assertThat(buckets.bucket("id-" + i, perSecond(1_000)).tryAcquire().admitted()).isTrue();
        most = Math.max(most, Math.max(buckets.size(), store.size()));
      }
    }
    return most;
  }
}
