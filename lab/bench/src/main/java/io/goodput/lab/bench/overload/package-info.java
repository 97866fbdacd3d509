/** {@code overload}: goodput of a stock and a protected cluster beyond what they can serve. */
package io.goodput.lab.bench.overload;
