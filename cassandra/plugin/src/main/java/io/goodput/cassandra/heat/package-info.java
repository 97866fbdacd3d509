/**
 * Heat-weighted reads: a snitch that orders the replicas of point reads by the heat of the nodes,
 * and the reports that nodes exchange about it. Start at {@link
 * io.goodput.cassandra.heat.HeatWeightedReads}.
 */
package io.goodput.cassandra.heat;
