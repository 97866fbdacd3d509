package io.goodput.rocksdb;

import java.nio.ByteBuffer;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Transaction;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBatchWithIndex;
import org.rocksdb.WriteOptions;

/**
 * The writes of a database, paced. Each waits as {@link DbPacer#paceUninterruptibly} says, and is
 * then RocksDB's own of the same name. Of any {@code RocksDB}: {@code TransactionDB} and {@code
 * OptimisticTransactionDB} are some.
 *
 * <p>Thread-safe. It owns neither the database nor the pacer.
 */
public final class PacedWrites {

  private final RocksDB db;
  private final DbPacer pacer;

  /** Of a database that was opened with options that the pacer is attached to. */
  public PacedWrites(RocksDB db, DbPacer pacer) {
    this.db = db;
    this.pacer = pacer;
  }

  /** {@link RocksDB#put(byte[], byte[])}. */
  public void put(byte[] key, byte[] value) throws RocksDBException {
    pace(key.length, value.length);
    db.put(key, value);
  }

  /** {@link RocksDB#put(WriteOptions, byte[], byte[])}. */
  public void put(WriteOptions options, byte[] key, byte[] value) throws RocksDBException {
    pace(key.length, value.length);
    db.put(options, key, value);
  }

  /** {@link RocksDB#put(ColumnFamilyHandle, byte[], byte[])}. */
  public void put(ColumnFamilyHandle family, byte[] key, byte[] value) throws RocksDBException {
    pace(key.length, value.length);
    db.put(family, key, value);
  }

  /** {@link RocksDB#put(ColumnFamilyHandle, WriteOptions, byte[], byte[])}. */
  public void put(ColumnFamilyHandle family, WriteOptions options, byte[] key, byte[] value)
      throws RocksDBException {
    pace(key.length, value.length);
    db.put(family, options, key, value);
  }

  /** {@link RocksDB#put(ColumnFamilyHandle, WriteOptions, ByteBuffer, ByteBuffer)}. */
  public void put(ColumnFamilyHandle family, WriteOptions options, ByteBuffer key, ByteBuffer value)
      throws RocksDBException {
    pace(key.remaining(), value.remaining());
    db.put(family, options, key, value);
  }

  /** {@link RocksDB#merge(byte[], byte[])}. */
  public void merge(byte[] key, byte[] value) throws RocksDBException {
    pace(key.length, value.length);
    db.merge(key, value);
  }

  /** {@link RocksDB#merge(ColumnFamilyHandle, WriteOptions, byte[], byte[])}. */
  public void merge(ColumnFamilyHandle family, WriteOptions options, byte[] key, byte[] value)
      throws RocksDBException {
    pace(key.length, value.length);
    db.merge(family, options, key, value);
  }

  /** {@link RocksDB#delete(byte[])}. */
  public void delete(byte[] key) throws RocksDBException {
    pace(key.length, 0);
    db.delete(key);
  }

  /** {@link RocksDB#delete(ColumnFamilyHandle, WriteOptions, byte[])}. */
  public void delete(ColumnFamilyHandle family, WriteOptions options, byte[] key)
      throws RocksDBException {
    pace(key.length, 0);
    db.delete(family, options, key);
  }

  /** {@link RocksDB#singleDelete(ColumnFamilyHandle, WriteOptions, byte[])}. */
  public void singleDelete(ColumnFamilyHandle family, WriteOptions options, byte[] key)
      throws RocksDBException {
    pace(key.length, 0);
    db.singleDelete(family, options, key);
  }

  /** {@link RocksDB#deleteRange(ColumnFamilyHandle, WriteOptions, byte[], byte[])}. */
  public void deleteRange(ColumnFamilyHandle family, WriteOptions options, byte[] from, byte[] to)
      throws RocksDBException {
    pace(from.length, to.length);
    db.deleteRange(family, options, from, to);
  }

  /** {@link RocksDB#write(WriteOptions, WriteBatch)}. */
  public void write(WriteOptions options, WriteBatch batch) throws RocksDBException {
    pacer.paceUninterruptibly(batch.getDataSize());
    db.write(options, batch);
  }

  /** {@link RocksDB#write(WriteOptions, WriteBatchWithIndex)}. */
  public void write(WriteOptions options, WriteBatchWithIndex batch) throws RocksDBException {
    pacer.paceUninterruptibly(bytesOf(batch));
    db.write(options, batch);
  }

  /**
   * {@link Transaction#commit()}. The transaction keeps its locks while it waits: where that hurts,
   * pace before it is begun, by the bytes that it will write, and commit it directly.
   */
  public void commit(Transaction transaction) throws RocksDBException {
    // Both are views of what the transaction owns; there is nothing to close.
    pacer.paceUninterruptibly(bytesOf(transaction.getWriteBatch()));
    transaction.commit();
  }

  private static long bytesOf(WriteBatchWithIndex batch) {
    return batch.getWriteBatch().getDataSize();
  }

  private void pace(int keyBytes, int valueBytes) {
    pacer.paceUninterruptibly((long) keyBytes + valueBytes);
  }
}
