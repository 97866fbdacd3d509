/**
 * The one place that reads clocks ({@code TimeSource}), the unit of time ({@code Nanos}), event
 * rates, and the one-second windows that the decaying counters of all nodes agree on. Every other
 * package of {@code core} may depend on this one, and on no other.
 */
package io.goodput.core.time;
