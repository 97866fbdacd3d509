/**
 * A replica that restarts with an empty cache, and how the reads are shared between the replicas
 * meanwhile: start at {@code ColdCacheSimulation}.
 */
package io.goodput.lab.simulation.heat;
