/**
 * Token buckets that several clients share: the state of a bucket and its exact arithmetic ({@code
 * BucketState}), and the leases of a client on its tokens ({@code Leases}). Start at these two.
 */
package io.goodput.core.bucket;
