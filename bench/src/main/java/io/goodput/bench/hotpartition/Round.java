package io.goodput.bench.hotpartition;

import io.goodput.bench.load.Recording;

/**
 * What became of the requests of a round.
 *
 * @param capacity uniform reads a second that the cluster served right before, never idle
 */
record Round(double capacity, Recording uniform, Recording attack) {}
