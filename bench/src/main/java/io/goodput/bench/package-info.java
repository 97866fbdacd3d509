/**
 * Benchmarks that start their own cluster, offer load as clients do, and set what they measure
 * beside what the simulation says of the same case.
 */
package io.goodput.bench;
