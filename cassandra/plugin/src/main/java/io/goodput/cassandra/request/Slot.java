package io.goodput.cassandra.request;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A place in each {@link Request} where one part of the plug-in keeps its own state. Declare slots
 * as constants.
 *
 * <p>The content stays with the request thread from one request to the next: a guard that keeps
 * something about one request sets the slot when it enters the request, and empties it when it
 * leaves.
 *
 * @param <T> the type of the state
 */
@SuppressWarnings("UnusedTypeParameter") // Request casts to it
public final class Slot<T> {

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final int index = COUNT.getAndIncrement();

  int index() {
    return index;
  }
}
