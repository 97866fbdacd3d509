/**
 * Discrete simulations that drive the algorithms of {@code io.goodput.core} without a database, at
 * sizes that no test machine could run. Each package has a scenario, a simulation, and its outcome;
 * start at {@code limit.LimitSimulation}. This package holds what the packages share.
 */
package io.goodput.lab.simulation;
