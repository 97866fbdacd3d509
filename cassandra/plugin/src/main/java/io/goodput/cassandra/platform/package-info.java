/**
 * What differs between the releases of Cassandra. The other packages use only what all of them
 * have; a test of the jar's linkage checks that for each release.
 */
package io.goodput.cassandra.platform;
