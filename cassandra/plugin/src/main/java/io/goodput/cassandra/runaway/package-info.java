/**
 * Reads that go through ranges of tables and take so much of a node that requests wait. {@code
 * core/yield} decides which of them are stopped; start at {@code RunawayReads}.
 */
package io.goodput.cassandra.runaway;
