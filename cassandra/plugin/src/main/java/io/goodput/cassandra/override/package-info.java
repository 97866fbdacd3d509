/** Overrides: limits that one partition has for a while, as operators set them in CQL. */
package io.goodput.cassandra.override;
