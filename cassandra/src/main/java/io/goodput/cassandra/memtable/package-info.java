/** Refuses writes, early and evenly, that this node's memtables have no room for. */
package io.goodput.cassandra.memtable;
