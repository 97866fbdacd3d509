/** What a benchmark found, as a table, as JSON, and as a page with graphs. */
package io.goodput.bench.report;
