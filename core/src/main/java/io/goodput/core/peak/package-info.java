/**
 * How high the rates of partitions peak, and which limit would leave them alone: start at {@code
 * PeakRates}. {@code RateHistogram} says what a limit would have rejected, {@code PeakSample} keeps
 * the peaks of a random sample of partitions, and {@code ProposedLimit} is what follows from it.
 */
package io.goodput.core.peak;
