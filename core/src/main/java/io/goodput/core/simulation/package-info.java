/** Discrete simulations: what a rule does in a cluster that no machine at hand could run. */
package io.goodput.core.simulation;
