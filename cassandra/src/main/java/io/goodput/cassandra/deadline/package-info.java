/** Requests that come too late out of this node's queue: dropped before they cost anything. */
package io.goodput.cassandra.deadline;
