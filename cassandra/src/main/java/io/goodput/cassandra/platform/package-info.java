/**
 * What differs between the lines of Cassandra. The other rooms use only what all of them have; a
 * test of the jar's linkage checks that for each release.
 */
package io.goodput.cassandra.platform;
