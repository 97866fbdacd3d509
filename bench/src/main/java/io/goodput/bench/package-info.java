/**
 * Benchmarks, each in a package of its own. {@link io.goodput.bench.load} offers load to a cluster,
 * and {@link io.goodput.bench.report} shows the results.
 */
package io.goodput.bench;
