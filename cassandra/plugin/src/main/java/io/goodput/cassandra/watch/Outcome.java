package io.goodput.cassandra.watch;

/**
 * What a chosen request has taken, multiplied by the number of requests that it stands for.
 *
 * @param bytes of the values that the clients have got, or have written
 * @param seconds for which the requests were in flight
 */
record Outcome(WatchedPartition partition, double bytes, double seconds) {}
