/** Microbenchmarks of the operations that every request pays for. */
package io.goodput.lab.microbenchmarks;
