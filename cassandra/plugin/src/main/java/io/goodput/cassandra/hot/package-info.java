/** The busiest partitions of this node, with a limit or without: start at {@code HotFeature}. */
package io.goodput.cassandra.hot;
