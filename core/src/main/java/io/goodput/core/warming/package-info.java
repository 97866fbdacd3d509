/**
 * How many reads at a time may fill a cold cache beside the reads of clients: start at {@code
 * WarmingPace}.
 */
package io.goodput.core.warming;
