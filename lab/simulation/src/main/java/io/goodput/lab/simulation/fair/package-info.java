/**
 * Nodes that are short of threads, processors, or disks, and how signals of it protect those who
 * ask for their share: start at {@code FairSimulation}.
 */
package io.goodput.lab.simulation.fair;
