/**
 * Token buckets in Apache Cassandra. Start at {@link
 * io.goodput.buckets.cassandra.CassandraBuckets}.
 */
package io.goodput.buckets.cassandra;
