/** Writes that outrun the flushes of their databases: start at {@code WriteStallSimulation}. */
package io.goodput.lab.simulation.pacing;
