/** Cassandra's own failures, made cheaper. */
package io.goodput.cassandra.failure;
