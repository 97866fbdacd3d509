package io.goodput.lab.simulation.queue;

import java.util.List;

/**
 * A server and the load on it. Immutable. Times in milliseconds unless said otherwise.
 *
 * @param capacity requests per second that the server can serve if it does nothing else
 * @param load the offered load, as a multiple of the capacity
 * @param usualTimeout how long the server assumes that clients wait that do not say it
 * @param dropCost the cost of a dropped request, as a fraction of that of a served one
 * @param pause how long the whole server pauses, every two seconds
 * @param seconds the length of the measurement, in seconds; a warm-up comes before it
 * @param clients the groups of clients, whose shares add up to 1
 */
public record QueueScenario(
    int capacity,
    double load,
    int usualTimeout,
    double dropCost,
    int pause,
    int seconds,
    List<Clients> clients) {

  /** Copies the groups. */
  public QueueScenario {
    clients = List.copyOf(clients);
  }
}
