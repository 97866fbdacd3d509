package io.goodput.cassandra.arrival;

import io.netty.channel.Channel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.apache.cassandra.transport.ClientResourceLimits.Overload;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.Message;

/**
 * What Cassandra's dispatcher does for itself only. Thread-safe.
 *
 * @param flush sends an answer: takes a dispatcher and what {@code FlushItemConverter} makes
 * @param process executes a request, and returns the answer without sending it
 * @param threads the request threads
 */
record DispatcherInternals(MethodHandle flush, MethodHandle process, Executor threads) {

  /** Those of the release of Cassandra that this node runs; throws if it is built otherwise. */
  static DispatcherInternals ofThisNode() throws ReflectiveOperationException {
    Method unused = method("dispatch", it -> it.getParameterCount() == 5 && !it.isBridge());
    MethodHandles.Lookup lookup =
        MethodHandles.privateLookupIn(Dispatcher.class, MethodHandles.lookup());
    Class<?>[] processed = {
      Channel.class, Message.Request.class, Overload.class, Dispatcher.RequestTime.class
    };
    Field threads = Dispatcher.class.getDeclaredField("requestExecutor");
    threads.setAccessible(true);
    return new DispatcherInternals(
        lookup.unreflect(method("flush", it -> it.getParameterCount() == 1)),
        lookup.unreflect(
            method("processRequest", it -> Arrays.equals(it.getParameterTypes(), processed))),
        (Executor) threads.get(null));
  }

  private static Method method(String name, Predicate<Method> wanted) throws NoSuchMethodException {
    return Arrays.stream(Dispatcher.class.getDeclaredMethods())
        .filter(it -> it.getName().equals(name) && wanted.test(it))
        .findFirst()
        .orElseThrow(() -> new NoSuchMethodException("Dispatcher." + name));
  }

  /** Executes a request on the calling thread; a failure is an answer, too. */
  Message.Response process(Channel channel, Message.Request request, Dispatcher.RequestTime time) {
    try {
      return (Message.Response) process.invoke(channel, request, Overload.NONE, time);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Sends what a converter has made of an answer. */
  void flush(Dispatcher dispatcher, Object item) {
    try {
      flush.invoke(dispatcher, item);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(failure);
  }
}
