/**
 * A servlet filter that limits requests by token buckets. Needs no Spring. Start at {@link
 * io.goodput.sql.servlet.RateLimitFilter}.
 */
package io.goodput.sql.servlet;
