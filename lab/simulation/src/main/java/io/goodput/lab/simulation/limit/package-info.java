/** How many operations on one hot partition a cluster admits: start at {@code LimitSimulation}. */
package io.goodput.lab.simulation.limit;
