/** {@code metastable}: whether a cluster recovers from a pause while its clients retry. */
package io.goodput.lab.bench.metastable;
