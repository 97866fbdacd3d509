package io.goodput.lab.simulation.limit;

/**
 * The operations of a {@link LimitScenario}, second by second.
 *
 * @param offered operations that clients sent
 * @param admitted operations that were not rejected
 * @param mostSent the most reports that one node sent to others
 * @param mostReceived the most reports that one node received
 */
@SuppressWarnings("ArrayRecordComponent") // read and thrown away, never compared
public record LimitOutcome(long[] offered, long[] admitted, int[] mostSent, int[] mostReceived) {}
