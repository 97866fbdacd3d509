/** Which partitions clients ask this node for, and who asks: start at {@code RequestWatch}. */
package io.goodput.cassandra.watch;
