package io.goodput.cassandra.arrival;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.EarlyAnswers;
import io.goodput.core.time.Nanos;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.cassandra.concurrent.ExecutorFactory;
import org.apache.cassandra.service.CassandraDaemon;
import org.apache.cassandra.service.NativeTransportService;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.PipelineConfigurator;
import org.apache.cassandra.transport.Server;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the plug-in between a node's connections and its request threads.
 *
 * <p>Cassandra has no extension point there, so this class changes private fields of each server of
 * the native protocol before it accepts connections. Where it cannot, requests go their usual way
 * and {@code system.log} says so.
 */
public final class NativeTransport {

  private static final Logger logger = LoggerFactory.getLogger(NativeTransport.class);

  private static final long LOOK_EVERY_NANOS = 5 * Nanos.PER_MILLI;

  private final EarlyAnswers answers;
  private final Faults faults;

  private NativeTransport(EarlyAnswers answers, Faults faults) {
    this.answers = answers;
    this.faults = faults;
  }

  /** Shows requests that arrive to the plug-in, as soon as the servers exist. */
  public static void show(EarlyAnswers answers, Faults faults) {
    NativeTransport transport = new NativeTransport(answers, faults);
    Thread unused =
        ExecutorFactory.Global.executorFactory().startThread("Goodput-arrivals", transport::show);
  }

  private void show() {
    try {
      insert(service());
    } catch (InvocationTargetException e) {
      // The node fails in the same way and says why.
      logger.info("Goodput does not see requests when they arrive", e.getCause());
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      logger.info(
          "Goodput does not see requests when they arrive, because this release of Cassandra is"
              + " built otherwise ({}); request threads reject them and answer hot reads",
          e.toString());
    }
  }

  private static NativeTransportService service() {
    while (true) {
      NativeTransportService service =
          CassandraDaemon.getInstanceForTesting().nativeTransportService();
      if (service != null) {
        return service;
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }

  private void insert(NativeTransportService service) throws ReflectiveOperationException {
    DispatcherInternals internals = DispatcherInternals.ofThisNode();
    // Does nothing if the node is faster and has created the servers.
    Method initialize = NativeTransportService.class.getDeclaredMethod("initialize");
    initialize.setAccessible(true);
    initialize.invoke(service);
    Dispatcher dispatcher = new EarlyDispatcher(answers, internals, faults);
    Field ofServer = accessible(Server.class, "pipelineConfigurator");
    Field ofPipeline = accessible(PipelineConfigurator.class, "dispatcher");
    Field ofStop = accessible(Server.class, "dispatcher");
    for (Object server : servers(service)) {
      ofPipeline.set(ofServer.get(server), dispatcher);
      // A server that stops waits until this one is done.
      ofStop.set(server, dispatcher);
    }
  }

  /** Cassandra 6.0 has only one. */
  private static Collection<?> servers(NativeTransportService service)
      throws ReflectiveOperationException {
    try {
      return (Collection<?>) accessible(NativeTransportService.class, "servers").get(service);
    } catch (NoSuchFieldException e) {
      return List.of(accessible(NativeTransportService.class, "server").get(service));
    }
  }

  private static Field accessible(Class<?> owner, String name) throws NoSuchFieldException {
    Field field = owner.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
