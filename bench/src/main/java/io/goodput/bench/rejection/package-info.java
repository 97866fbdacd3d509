/** {@code rejection-cost}: what it costs one thread or several to decide, and to say no. */
package io.goodput.bench.rejection;
