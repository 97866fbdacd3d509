package io.goodput.kafka;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects in front of others, with all of their public interfaces. Kafka Streams asks stores and
 * their suppliers for interfaces that differ from version to version, so classes of our own would
 * hide some of them.
 */
final class Proxies {

  private Proxies() {}

  /** An object that passes calls to a handler. */
  @SuppressWarnings("unchecked")
  static <T> T inFrontOf(T object, InvocationHandler handler) {
    Set<Class<?>> interfaces = new LinkedHashSet<>();
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      addPublic(type.getInterfaces(), interfaces);
    }
    return (T)
        Proxy.newProxyInstance(
            // The class of the object sees all of its interfaces; this library may not.
            object.getClass().getClassLoader(),
            interfaces.toArray(Class<?>[]::new),
            (proxy, method, arguments) ->
                method.getDeclaringClass() == Object.class
                    ? ofEveryObject(object, proxy, method, arguments)
                    : handler.invoke(proxy, method, arguments));
  }

  /** An object is equal to what stands in front of it only if both are the same. */
  private static @Nullable Object ofEveryObject(
      Object object, Object proxy, Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    return switch (method.getName()) {
      case "equals" -> arguments != null && proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> call(object, method, arguments);
    };
  }

  private static void addPublic(Class<?>[] types, Set<Class<?>> to) {
    for (Class<?> type : types) {
      if (Modifier.isPublic(type.getModifiers())) {
        to.add(type);
      } else {
        addPublic(type.getInterfaces(), to);
      }
    }
  }

  /** Calls the object behind, and throws what it throws. */
  static @Nullable Object call(
      Object object, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
