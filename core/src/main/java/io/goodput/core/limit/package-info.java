/**
 * Rate limits per partition, shared by all nodes: start at {@code PartitionLimits}. {@code
 * PartitionCounters} counts, {@code AdmissionCurve} and {@code Allowance} hold the mathematics, and
 * {@code SharedPartition} divides a limit between nodes.
 */
package io.goodput.core.limit;
