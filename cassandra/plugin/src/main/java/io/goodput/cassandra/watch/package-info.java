/** The busiest partitions, and their clients, from a sample: start at {@code RequestWatch}. */
package io.goodput.cassandra.watch;
