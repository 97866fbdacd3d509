/**
 * {@code overload}: how much of what a node does is still of use when it is asked for more than it
 * can do, as Apache ships it and with Goodput.
 */
package io.goodput.bench.overload;
