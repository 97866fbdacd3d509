/**
 * What an operator sees: the tables of the virtual keyspace {@code goodput}, one class each, and
 * the metrics.
 */
package io.goodput.cassandra.view;
