/** {@code cold-cache}: how the restart of all nodes, one after the other, slows reads. */
package io.goodput.lab.bench.coldcache;
