/** Compaction that yields to requests, over days and weeks. */
package io.goodput.lab.simulation.yield;
