/**
 * After a restart, reads in the background what the chunk cache held before it: a list beside the
 * node's saved caches says what that was.
 */
package io.goodput.cassandra.warming;
