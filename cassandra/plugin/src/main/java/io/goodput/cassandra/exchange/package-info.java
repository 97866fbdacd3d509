/** The side channel by which the plug-ins of a cluster tell each other what no request carries. */
package io.goodput.cassandra.exchange;
