package io.goodput.simulation.queue;

/**
 * A server and the load on it. Immutable. Times in milliseconds unless said otherwise.
 *
 * @param capacity requests per second that the server can serve if it does nothing else
 * @param load the offered load, as a multiple of the capacity
 * @param patience how long clients wait for an answer
 * @param assumedPatience how long the server assumes that clients wait
 * @param dropCost the cost of a dropped request, as a fraction of that of a served one
 * @param pause how long the whole server pauses, every two seconds
 * @param seconds the length of the measurement, in seconds; a warm-up comes before it
 */
public record QueueScenario(
    int capacity,
    double load,
    int patience,
    int assumedPatience,
    double dropCost,
    int pause,
    int seconds) {}
