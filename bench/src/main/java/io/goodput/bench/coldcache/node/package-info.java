/**
 * The part that runs inside the nodes: the emulated disk, and a node's own reads and writes. The
 * nodes load it from this jar together with the compressor that calls the disk.
 */
package io.goodput.bench.coldcache.node;
