package io.goodput.core.limit;

/**
 * The probability of admitting an operation, as a function of the decaying count of its partition.
 *
 * <p>A counter that is halved every second runs from V to 2V at a steady V operations per second.
 * To admit min(V, L) of them for every V, the curve P must satisfy
 *
 * <pre>  integral of P over [V, 2V] = min(V, L)  </pre>
 *
 * Differentiation with respect to V gives P = 1 below 2L and 2 P(2x) = P(x) above L: a staircase
 * that halves whenever the count doubles,
 *
 * <pre>  P(x) = 2^-k,  k = max(0, floor(log2(x / L)))  </pre>
 *
 * It is exact for every V. The smooth curve L / (x ln 2), clipped at x = 2L, from ScyllaDB's
 * article "Retaining Database Goodput Under Stress with Per-Partition Query Rate Limiting", admits
 * up to 8.6% too much (at V = L / ln 2).
 */
final class AdmissionCurve {

  private AdmissionCurve() {}

  /**
   * The probability of admitting the operation that brought its counter to {@code count}.
   *
   * @param count decaying count of the partition, this operation included; not negative
   * @param limit operations to admit per second, 0 to 2^31-1
   * @return in [0, 1]; 0 if and only if the limit is 0
   */
  static double probability(long count, long limit) {
    if (limit == 0) {
      return 0;
    }
    if (count < 2 * limit) {
      return 1;
    }
    int doublings = 63 - Long.numberOfLeadingZeros(count / limit);
    return 1.0 / (1L << doublings);
  }
}
