package io.goodput.lab.simulation.queue;

/**
 * A group of clients in a {@link QueueScenario}. Immutable. Times in milliseconds.
 *
 * @param share the part of all requests that the group sends, above 0 and at most 1
 * @param timeout how long these clients wait for an answer
 * @param assumedTimeout how long the server assumes that they wait
 */
public record Clients(double share, int timeout, int assumedTimeout) {}
