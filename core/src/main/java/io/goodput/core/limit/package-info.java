/**
 * Rate limits per partition, shared by all nodes: start at {@code PartitionLimits}. {@code
 * PartitionCounters} counts, {@code AdmissionCurve} and {@code Allowance} hold the mathematics, and
 * {@code SharedPartition} divides a limit between nodes, and {@code ReportSchedule} bounds the
 * reports between them. {@code FinishedSeconds} tells the rates of partitions from the counts.
 */
package io.goodput.core.limit;
