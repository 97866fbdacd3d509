/** {@code lwt}: lightweight transactions on one key, a few, and many. */
package io.goodput.lab.bench.transactions;
