/**
 * A servlet filter that limits requests by token buckets. Needs no Spring. Start at {@link
 * io.goodput.buckets.servlet.RateLimitFilter}.
 */
package io.goodput.buckets.servlet;
