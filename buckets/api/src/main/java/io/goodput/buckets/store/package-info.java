/**
 * What a store of buckets does, for those who write one, and a store in the memory of one process.
 */
package io.goodput.buckets.store;
