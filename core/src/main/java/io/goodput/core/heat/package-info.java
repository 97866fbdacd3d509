/**
 * Heat-weighted reads: how often each replica finds what it is asked for in its cache, and the
 * shares of the reads that give all replicas the same number of misses a second.
 */
package io.goodput.core.heat;
