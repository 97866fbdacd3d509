package io.goodput.lab.bench.load;

import com.datastax.oss.driver.internal.core.channel.ResponseCallback;

/** Numbered requests of a load. */
@FunctionalInterface
public interface RequestSource {

  /**
   * Sends a request to a node that is a number of places after its first. Returns false if no node
   * is connected.
   */
  boolean send(long number, int places, ResponseCallback callback);
}
