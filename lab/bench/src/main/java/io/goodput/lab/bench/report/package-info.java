/** Results of a benchmark as a table, as JSON, and as a page with charts. */
package io.goodput.lab.bench.report;
