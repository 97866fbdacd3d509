/** Decides on each request: its partitions, their counters, the refusal. */
package io.goodput.cassandra.limit;
