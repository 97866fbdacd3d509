/** {@code noisy-neighbor}: what a role that scans or loads in bulk does to the reads of another. */
package io.goodput.lab.bench.neighbor;
