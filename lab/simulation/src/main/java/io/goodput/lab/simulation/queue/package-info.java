/**
 * An overloaded server, and which requests it drops from its queue: start at {@code
 * QueueSimulation}.
 */
package io.goodput.lab.simulation.queue;
