package io.goodput.lab.bench.coldcache;

/**
 * Rounds, and the lengths of their parts in seconds. The restart must end within {@code restart};
 * only latency in the {@code window} at the start of {@code warming} counts.
 */
record RestartLengths(int rounds, int warmUp, int steady, int restart, int warming, int window) {

  /** About seven minutes, the start of the clusters included. */
  static final RestartLengths QUICK = new RestartLengths(1, 5, 10, 28, 45, 30);

  static final RestartLengths FULL = new RestartLengths(3, 30, 60, 28, 60, 30);

  /** By default, a node with weighted reads fills its cache for 15 s before it joins. */
  RestartLengths withFilling() {
    return new RestartLengths(rounds, warmUp, steady, restart + 15, warming, window);
  }

  int run() {
    return steady + restart + warming;
  }
}
