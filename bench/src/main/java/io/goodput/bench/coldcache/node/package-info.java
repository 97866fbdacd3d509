/**
 * What runs within the nodes: a disk for each, and what each writes and reads for itself. They load
 * it from this jar, with the compressor that stands in for the disk.
 */
package io.goodput.bench.coldcache.node;
