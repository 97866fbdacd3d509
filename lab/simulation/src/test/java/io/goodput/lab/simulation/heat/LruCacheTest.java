package io.goodput.lab.simulation.heat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LruCacheTest {

  private final LruCache cache = new LruCache(2, 10);

  @Test
  void use_ofACachedKey_isAHit() {
    cache.use(3);

    assertThat(cache.use(3)).isTrue();
  }

  @Test
  void use_ofANewKeyInAFullCache_evictsTheLeastRecentlyUsed() {
    cache.use(1);
    cache.use(2);
    cache.use(1);
    cache.use(3);

    assertThat(cache.keys()).containsExactly(3, 1);
    assertThat(cache.contains(2)).isFalse();
  }

  @Test
  void clear_evictsAllKeys() {
    cache.use(1);
    cache.clear();

    assertThat(cache.use(1)).isFalse();
    assertThat(cache.keys()).containsExactly(1);
  }
}
