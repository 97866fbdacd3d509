/** Sheds requests that have waited in this node's queue for too long, before they cost anything. */
package io.goodput.cassandra.deadline;
