/** Token buckets in Apache Cassandra. Start at {@link io.goodput.cql.CassandraBuckets}. */
package io.goodput.cql;
