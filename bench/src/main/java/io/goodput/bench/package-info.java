/**
 * Benchmarks on clusters of their own, a folder each; what they share: {@link
 * io.goodput.bench.load}, which offers load, and {@link io.goodput.bench.report}, which shows what
 * came of it.
 */
package io.goodput.bench;
