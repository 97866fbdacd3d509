/** What benchmarks compare: stock, tuned, and goodput, each on a cluster of its own. */
package io.goodput.lab.bench.arms;
