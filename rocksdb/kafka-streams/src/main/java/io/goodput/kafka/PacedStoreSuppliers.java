package io.goodput.kafka;

import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.DslWindowParams;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;

/**
 * Paces the RocksDB stores of the DSL of Kafka Streams: {@code
 * dsl.store.suppliers.class=io.goodput.kafka.PacedStoreSuppliers}. {@link PacedConfigSetter} must
 * be set, too.
 *
 * <p>Stores of windows that emit their result when they close are those of Kafka Streams, not
 * paced: it asks for their class.
 */
public final class PacedStoreSuppliers implements DslStoreSuppliers {

  private final DslStoreSuppliers stores = BuiltInDslStoreSuppliers.ROCKS_DB;

  /** For Kafka Streams, which creates it by its name. */
  public PacedStoreSuppliers() {}

  @Override
  public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
    return PacedStores.keyValue(stores.keyValueStore(params));
  }

  @Override
  public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
    WindowBytesStoreSupplier supplier = stores.windowStore(params);
    return emitsOnClose(params.emitStrategy()) ? supplier : PacedStores.window(supplier);
  }

  @Override
  public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
    SessionBytesStoreSupplier supplier = stores.sessionStore(params);
    return emitsOnClose(params.emitStrategy()) ? supplier : PacedStores.session(supplier);
  }

  private static boolean emitsOnClose(EmitStrategy strategy) {
    return strategy.type() == EmitStrategy.StrategyType.ON_WINDOW_CLOSE;
  }
}
