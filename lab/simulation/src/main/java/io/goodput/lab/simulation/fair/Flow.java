package io.goodput.lab.simulation.fair;

/**
 * Requests of one kind in a {@link FairScenario}. Immutable.
 *
 * @param load work per second, as a multiple of what the processors of all nodes can do; of closed
 *     clients, their number
 * @param tenants from whom the requests come, in equal parts; 0 for one that flows share
 * @param weight of each tenant
 * @param partitions that the requests name, in equal parts
 * @param cost work of a request, as a multiple of the usual one
 * @param isClosed whether a client sends its next request when it has the answer
 * @param isJudged whether these requests are to be protected; if not, they are the neighbor
 */
public record Flow(
    double load,
    int tenants,
    int weight,
    int partitions,
    double cost,
    boolean isClosed,
    boolean isJudged) {

  /** Requests that arrive at random, whatever the answers. */
  public static Flow open(double load, int partitions) {
    return new Flow(load, 0, 1, partitions, 1, false, true);
  }

  /** Clients that wait for each answer. */
  public static Flow closed(int clients, int partitions) {
    return new Flow(clients, 0, 1, partitions, 1, true, true);
  }

  /** The same requests, but from the neighbor. */
  public Flow asNeighbor() {
    return new Flow(load, tenants, weight, partitions, cost, isClosed, false);
  }

  /** The same requests with another cost. */
  public Flow costing(double multiple) {
    return new Flow(load, tenants, weight, partitions, multiple, isClosed, isJudged);
  }

  /** The same requests from other tenants. */
  public Flow from(int number, int tenantWeight) {
    return new Flow(load, number, tenantWeight, partitions, cost, isClosed, isJudged);
  }
}
