package io.goodput.cassandra.warming;

/**
 * A block of a data file that the cache held.
 *
 * @param file path of the data file, which is never written again
 * @param position in the file's data before compression, in bytes
 */
record HotChunk(String file, long position) {}
