/**
 * How many reads at a time may fill a cold cache while clients read: start at {@code WarmingPace}.
 */
package io.goodput.core.warming;
