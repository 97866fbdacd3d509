/**
 * A disk for each node, within the nodes: they load it from this jar, with the compressor that
 * stands in for it.
 */
package io.goodput.bench.coldcache.disk;
