/**
 * {@code limit-accuracy}: offers load over a limit as clients do, and sets what is accepted beside
 * what the simulation says of the same case.
 */
package io.goodput.bench.accuracy;
