/** The most frequent items of a stream, learned from a sample. */
package io.goodput.core.watch;
