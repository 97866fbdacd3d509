package io.goodput.lab.bench.load;

import com.datastax.oss.driver.internal.core.channel.ResponseCallback;

/** Numbered requests of a load. */
public sealed interface RequestSource permits Requests, RetriedRequests {

  /** Sends a request. Returns false if no node is connected. */
  boolean send(long number, ResponseCallback callback);
}
