/** What is asked for most often, learned from a sample. */
package io.goodput.core.watch;
