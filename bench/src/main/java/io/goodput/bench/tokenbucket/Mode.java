package io.goodput.bench.tokenbucket;

import java.util.Locale;

/** How a client asks for a token. */
enum Mode {
  /** By a statement of its own on a connection of its own, without Goodput's client. */
  SQL,
  /** By a statement of Goodput's for each request. */
  DIRECT,
  /** Of a lease. */
  LEASED,
  /** By Bucket4j as it comes. */
  BUCKET4J,
  /** By Bucket4j with its optimization that is as strict: requests that meet go together. */
  BUCKET4J_BATCHING;

  /** As in JSON. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
