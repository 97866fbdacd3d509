/**
 * How features show their figures to an operator: as tables of the virtual keyspace {@code
 * goodput}, and as metrics.
 */
package io.goodput.cassandra.view;
