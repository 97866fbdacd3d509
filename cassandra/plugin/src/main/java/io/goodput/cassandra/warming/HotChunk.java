package io.goodput.cassandra.warming;

/**
 * A block of a data file that the cache held.
 *
 * @param file the path of the data file, whose content never changes
 * @param position offset in the uncompressed data, in bytes
 */
record HotChunk(String file, long position) {}
