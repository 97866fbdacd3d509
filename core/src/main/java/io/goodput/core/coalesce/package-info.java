/**
 * Identical reads that are answered by one read without weakening any of them: start at {@code
 * Coalescer}.
 */
package io.goodput.core.coalesce;
