/** What an operator sees: the virtual keyspace and the metrics. */
package io.goodput.cassandra.view;
