package io.goodput.kafka;

import java.util.Collection;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.StateRestoreCallback;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;

/** Paces what is restored into a store, also while it is a standby. */
final class RestoringContext {

  private RestoringContext() {}

  /** A context that paces the callback which the store registers. */
  static StateStoreContext of(StateStoreContext context, StorePacers pacers, WriteDelays delays) {
    return Proxies.inFrontOf(
        context,
        (proxy, method, args) -> {
          if (method.getName().equals("register")
              && args[1] instanceof StateRestoreCallback callback) {
            args[1] = paced(callback, pacers, delays);
          }
          return Proxies.call(context, method, args);
        });
  }

  private static StateRestoreCallback paced(
      StateRestoreCallback callback, StorePacers pacers, WriteDelays delays) {
    return Proxies.inFrontOf(
        callback,
        (proxy, method, args) -> {
          if (args != null && method.getName().startsWith("restore")) {
            // Changes are restored in the order in which they were made: to the newest segment.
            delays.pace(pacers.newest(), size(args));
          }
          return pacers.calling(() -> Proxies.call(callback, method, args));
        });
  }

  private static long size(@Nullable Object[] args) {
    long bytes = 0;
    if (args[0] instanceof Collection<?> records) {
      for (Object element : records) {
        if (element instanceof ConsumerRecord<?, ?> record) {
          bytes +=
              Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
        }
      }
    }
    return bytes;
  }
}
