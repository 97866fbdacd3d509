/**
 * A client's request on its way to Cassandra: what it asks for ({@link
 * io.goodput.cassandra.request.Request}), the checks that it passes ({@link
 * io.goodput.cassandra.request.Guard}), and the order in which it passes them ({@link
 * io.goodput.cassandra.request.Pipeline}).
 */
package io.goodput.cassandra.request;
