/** Microbenchmarks. */
package io.goodput.jmh;
