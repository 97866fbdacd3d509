/** Rejects writes before this node's memtables run out of memory. */
package io.goodput.cassandra.memtable;
