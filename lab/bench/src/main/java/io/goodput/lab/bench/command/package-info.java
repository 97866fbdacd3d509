/** The commands {@code goodput run}, {@code load}, and {@code bench}. */
package io.goodput.lab.bench.command;
