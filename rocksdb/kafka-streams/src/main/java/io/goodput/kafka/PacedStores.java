package io.goodput.kafka;

import java.util.function.UnaryOperator;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.StoreSupplier;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowStore;

/**
 * Suppliers of stores whose writes are paced, for stores that you create by yourself: with the
 * Processor API, or with {@code Materialized.as}. Stores in memory stay as they are. {@link
 * PacedConfigSetter} must be set.
 *
 * <pre>
 * Stores.keyValueStoreBuilder(
 *     PacedStores.keyValue(Stores.persistentKeyValueStore("orders")), keys, values);
 * </pre>
 */
public final class PacedStores {

  /** The setting for the longest delay of a write, in milliseconds; 0 or more, 1000 by default. */
  public static final String MAX_DELAY = "goodput.pacing.max.delay.ms";

  static final long DEFAULT_MAX_DELAY = 1_000;

  private PacedStores() {}

  /** Paces key-value stores, also those with timestamps, headers, or versions. */
  public static KeyValueBytesStoreSupplier keyValue(KeyValueBytesStoreSupplier stores) {
    return supplier(stores, (KeyValueStore<?, ?> store) -> PacedStore.of(store, 0));
  }

  /** Paces window stores. */
  public static WindowBytesStoreSupplier window(WindowBytesStoreSupplier stores) {
    long segment = stores.segmentIntervalMs();
    return supplier(stores, (WindowStore<?, ?> store) -> PacedStore.of(store, segment));
  }

  /** Paces session stores. */
  public static SessionBytesStoreSupplier session(SessionBytesStoreSupplier stores) {
    long segment = stores.segmentIntervalMs();
    return supplier(stores, (SessionStore<?, ?> store) -> PacedStore.of(store, segment));
  }

  @SuppressWarnings("unchecked")
  private static <S extends StateStore, T extends StoreSupplier<?>> T supplier(
      T stores, UnaryOperator<S> paced) {
    if (!stores.get().persistent()) {
      // Kafka Streams asks for the class of such suppliers.
      return stores;
    }
    return Proxies.inFrontOf(
        stores,
        (proxy, method, args) -> {
          Object result = Proxies.call(stores, method, args);
          return method.getName().equals("get") ? paced.apply((S) result) : result;
        });
  }
}
