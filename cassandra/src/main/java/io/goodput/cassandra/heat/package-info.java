/**
 * Heat-weighted reads: the snitch that orders the replicas of point reads by the draw, and what
 * nodes tell each other for it.
 */
package io.goodput.cassandra.heat;
