/** Load on a cluster that takes little CPU time, because the client shares the nodes' machine. */
package io.goodput.lab.bench.load;
