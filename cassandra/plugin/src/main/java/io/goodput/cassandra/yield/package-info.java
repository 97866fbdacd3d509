/**
 * Background work of the node, such as compaction, that yields while requests wait. {@code
 * core/yield} decides; start at {@code Yielding}.
 */
package io.goodput.cassandra.yield;
