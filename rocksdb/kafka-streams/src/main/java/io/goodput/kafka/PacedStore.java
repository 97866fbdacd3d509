package io.goodput.kafka;

import io.goodput.rocksdb.DbPacer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;

/**
 * Delays the writes to a persistent store, outside of the store's lock. Everything else goes to the
 * store as it is.
 */
final class PacedStore implements InvocationHandler {

  private static final Logger LOG = System.getLogger(PacedStore.class.getName());
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  private final StateStore store;
  private final StorePacers pacers;
  private volatile @Nullable WriteDelays delays;

  private PacedStore(StateStore store, long segmentMillis) {
    this.store = store;
    this.pacers = new StorePacers(store.name(), segmentMillis);
  }

  /**
   * A store whose writes are paced; the same one if it is in memory.
   *
   * @param segmentMillis length of the segments of a window or session store; 0 for other stores
   */
  static <T extends StateStore> T of(T store, long segmentMillis) {
    return store.persistent()
        ? Proxies.inFrontOf(store, new PacedStore(store, segmentMillis))
        : store;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args)
      throws Throwable {
    if (args == null) {
      return method.getName().equals("close") ? close(method) : Proxies.call(store, method, null);
    }
    boolean opens = pacers.isSegmented();
    switch (method.getName()) {
      case "init" -> {
        opens = true;
        if (args[0] instanceof StateStoreContext context) {
          WriteDelays started = new WriteDelays(store.name(), context, pacers);
          delays = started;
          args[0] = RestoringContext.of(context, pacers, started);
        }
      }
      case "put" -> pace(timestamp(args), size(args[0]) + size(args[1]));
      case "putIfAbsent" -> pace(0, size(args[0]) + size(args[1]));
      case "putAll" -> paceAll((List<?>) args[0]);
      case "delete", "remove" -> pace(timestamp(args), size(args[0]));
      default -> opens = false;
    }
    if (!opens) {
      return Proxies.call(store, method, args);
    }
    Object result = pacers.calling(() -> Proxies.call(store, method, args));
    if (method.getName().equals("init")) {
      warnIfUnpaced();
    }
    return result;
  }

  private void warnIfUnpaced() {
    boolean isOpen = !pacers.isSegmented();
    if (isOpen
        && pacers.newest() == null
        && DbPacer.canReceiveEvents()
        && WARNED.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          ("The store '%s' is not paced: set rocksdb.config.setter to %s. There may be others, which"
                  + " the log does not name.")
              .formatted(store.name(), PacedConfigSetter.class.getName()));
    }
  }

  private @Nullable Object close(Method method) throws Throwable {
    try {
      return Proxies.call(store, method, null);
    } finally {
      pacers.close();
      WriteDelays started = delays;
      if (started != null) {
        started.close();
      }
    }
  }

  private void paceAll(List<?> entries) {
    long bytes = 0;
    for (Object entry : entries) {
      KeyValue<?, ?> pair = (KeyValue<?, ?>) entry;
      bytes += size(pair.key) + size(pair.value);
    }
    pace(0, bytes);
  }

  private void pace(long timestamp, long bytes) {
    WriteDelays started = delays;
    if (started != null) {
      started.pace(pacers.at(timestamp), bytes);
    }
  }

  /** That of a window is its start, that of a session its end. */
  private static long timestamp(@Nullable Object[] args) {
    if (args[0] instanceof Windowed<?> session) {
      return session.window().end();
    }
    return args[args.length - 1] instanceof Long start ? start : 0;
  }

  private static long size(@Nullable Object keyOrValue) {
    if (keyOrValue instanceof Windowed<?> session) {
      return size(session.key());
    }
    if (keyOrValue instanceof Bytes bytes) {
      return bytes.get().length;
    }
    return keyOrValue instanceof byte[] bytes ? bytes.length : 0;
  }
}
