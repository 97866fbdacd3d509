/** {@code rejection-cost}: what a decision of the limiter and a rejection cost. */
package io.goodput.lab.bench.rejection;
