/**
 * Refills the chunk cache after a restart, in the background: a list next to the node's saved
 * caches says which chunks the cache held. Start at {@link
 * io.goodput.cassandra.warming.CacheWarming}.
 */
package io.goodput.cassandra.warming;
