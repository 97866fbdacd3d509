/** {@code background}: what a node's own work does to reads, and what it gets done meanwhile. */
package io.goodput.lab.bench.background;
