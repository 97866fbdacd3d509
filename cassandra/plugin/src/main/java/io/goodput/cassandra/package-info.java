/**
 * The plug-in for Apache Cassandra 5.0: thin adapters from Cassandra's extension points to {@code
 * io.goodput.core}.
 */
package io.goodput.cassandra;
