/** Per-partition rate limits: decaying partition counters and the admission curve. */
package io.goodput.core.limit;
