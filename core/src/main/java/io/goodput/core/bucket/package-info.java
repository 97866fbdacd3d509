/** Token buckets that several clients share: the bucket's state, and the leases on its tokens. */
package io.goodput.core.bucket;
