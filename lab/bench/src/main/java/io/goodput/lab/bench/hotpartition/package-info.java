/** {@code hot-partition}: how a hot partition slows other reads, with and without a limit. */
package io.goodput.lab.bench.hotpartition;
