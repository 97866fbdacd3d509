/** {@code cold-cache}: how the restart of one node slows a cluster's reads. */
package io.goodput.lab.bench.coldcache;
