/** Write pacing for the RocksDB stores of Kafka Streams. */
@NullMarked
package io.goodput.kafka;

import org.jspecify.annotations.NullMarked;
