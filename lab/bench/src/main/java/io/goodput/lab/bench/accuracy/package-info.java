/** {@code limit-accuracy}: what a cluster and a simulation accept of a load beyond a limit. */
package io.goodput.lab.bench.accuracy;
