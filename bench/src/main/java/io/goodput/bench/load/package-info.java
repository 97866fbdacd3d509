/**
 * Load on a cluster at little cost to the machine, which the nodes share: protocol messages made
 * once, one connection to each node, one thread, answers counted and not decoded.
 */
package io.goodput.bench.load;
