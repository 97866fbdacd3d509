/**
 * The buckets of one process: how callers wait for tokens, and how the process gets tokens from the
 * store. Knows no database. Not part of the API.
 */
package io.goodput.buckets.lease;
