/** Benchmarks, each in a package of its own, with shared packages for load and reports. */
package io.goodput.lab.bench;
