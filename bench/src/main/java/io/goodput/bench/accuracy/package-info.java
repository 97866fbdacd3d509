/**
 * {@code limit-accuracy}: offers more load than limits allow, and compares what a cluster accepts
 * with what a simulation accepts.
 */
package io.goodput.bench.accuracy;
