package io.goodput.rocksdb;

/**
 * A write called a pacer that was closed, or waited while it was closed. The caller must not make
 * the write: the database may be closed too.
 */
public final class ClosedException extends IllegalStateException {

  ClosedException(String message) {
    super(message);
  }
}
