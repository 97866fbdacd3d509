package io.goodput.rocksdb;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Transaction;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBatchWithIndex;
import org.rocksdb.WriteOptions;

/**
 * The write methods of RocksDB, paced. Each method calls {@link DbPacer#paceUninterruptibly}, and
 * then the method of the same name. Works with any {@code RocksDB}, including {@code TransactionDB}
 * and {@code OptimisticTransactionDB}.
 *
 * <p>Close it before the database: writes that wait then get a {@link ClosedException}, and are not
 * made. A write that wakes up after the database was closed gets one, too. As without a pacer,
 * RocksJava may crash if the database is closed while a write is inside RocksDB.
 *
 * <p>If a {@code WriteBufferManager} may become full of memtables that RocksDB does not flush yet,
 * because {@code min_write_buffer_number_to_merge} is above 1, a write requests a flush of its
 * column family, or of the default one if it is a batch.
 *
 * <p>Thread-safe.
 */
public final class PacedWrites implements AutoCloseable {

  private final RocksDB db;
  private final DbPacer pacer;
  private final boolean closeable;

  /** Wraps a database that was opened with the options that {@code pacer} is attached to. */
  public PacedWrites(RocksDB db, DbPacer pacer) {
    this.db = db;
    this.pacer = pacer;
    this.closeable = db.isOwningHandle();
    if (closeable) {
      pacer.opened(db);
    }
  }

  /** Paced {@link RocksDB#put(byte[], byte[])}. */
  public void put(byte[] key, byte[] value) throws RocksDBException {
    pace(key.length, value.length);
    db.put(key, value);
  }

  /** Paced {@link RocksDB#put(WriteOptions, byte[], byte[])}. */
  public void put(WriteOptions options, byte[] key, byte[] value) throws RocksDBException {
    pace(key.length, value.length);
    db.put(options, key, value);
  }

  /** Paced {@link RocksDB#put(ColumnFamilyHandle, byte[], byte[])}. */
  public void put(ColumnFamilyHandle family, byte[] key, byte[] value) throws RocksDBException {
    pace(family, key.length, value.length);
    db.put(family, key, value);
  }

  /** Paced {@link RocksDB#put(ColumnFamilyHandle, WriteOptions, byte[], byte[])}. */
  public void put(ColumnFamilyHandle family, WriteOptions options, byte[] key, byte[] value)
      throws RocksDBException {
    pace(family, key.length, value.length);
    db.put(family, options, key, value);
  }

  /** Paced {@link RocksDB#put(ColumnFamilyHandle, WriteOptions, ByteBuffer, ByteBuffer)}. */
  public void put(ColumnFamilyHandle family, WriteOptions options, ByteBuffer key, ByteBuffer value)
      throws RocksDBException {
    pace(family, key.remaining(), value.remaining());
    db.put(family, options, key, value);
  }

  /** Paced {@link RocksDB#merge(byte[], byte[])}. */
  public void merge(byte[] key, byte[] value) throws RocksDBException {
    pace(key.length, value.length);
    db.merge(key, value);
  }

  /** Paced {@link RocksDB#merge(ColumnFamilyHandle, WriteOptions, byte[], byte[])}. */
  public void merge(ColumnFamilyHandle family, WriteOptions options, byte[] key, byte[] value)
      throws RocksDBException {
    pace(family, key.length, value.length);
    db.merge(family, options, key, value);
  }

  /** Paced {@link RocksDB#delete(byte[])}. */
  public void delete(byte[] key) throws RocksDBException {
    pace(key.length, 0);
    db.delete(key);
  }

  /** Paced {@link RocksDB#delete(ColumnFamilyHandle, WriteOptions, byte[])}. */
  public void delete(ColumnFamilyHandle family, WriteOptions options, byte[] key)
      throws RocksDBException {
    pace(family, key.length, 0);
    db.delete(family, options, key);
  }

  /** Paced {@link RocksDB#singleDelete(ColumnFamilyHandle, WriteOptions, byte[])}. */
  public void singleDelete(ColumnFamilyHandle family, WriteOptions options, byte[] key)
      throws RocksDBException {
    pace(family, key.length, 0);
    db.singleDelete(family, options, key);
  }

  /** Paced {@link RocksDB#deleteRange(ColumnFamilyHandle, WriteOptions, byte[], byte[])}. */
  public void deleteRange(ColumnFamilyHandle family, WriteOptions options, byte[] from, byte[] to)
      throws RocksDBException {
    pace(family, from.length, to.length);
    db.deleteRange(family, options, from, to);
  }

  /** Paced {@link RocksDB#write(WriteOptions, WriteBatch)}. */
  public void write(WriteOptions options, WriteBatch batch) throws RocksDBException {
    pace(batch.getDataSize());
    db.write(options, batch);
  }

  /** Paced {@link RocksDB#write(WriteOptions, WriteBatchWithIndex)}. */
  public void write(WriteOptions options, WriteBatchWithIndex batch) throws RocksDBException {
    pace(bytesOf(batch));
    db.write(options, batch);
  }

  /**
   * Paced {@link Transaction#commit()}. The transaction holds its locks while it waits. If that is
   * a problem, call {@link DbPacer#pace} with its size before you begin it, and commit it directly.
   */
  public void commit(Transaction transaction) throws RocksDBException {
    // The transaction owns the batch: do not close it.
    pace(bytesOf(transaction.getWriteBatch()));
    transaction.commit();
  }

  /**
   * {@link RocksDB#dropColumnFamily(ColumnFamilyHandle)}; memtables of the column family slow no
   * further writes.
   */
  public void dropColumnFamily(ColumnFamilyHandle family) throws RocksDBException {
    db.dropColumnFamily(family);
    pacer.forgetColumnFamily(family.getName());
  }

  /** Closes the pacer, not the database. */
  @Override
  public void close() {
    pacer.close();
  }

  private static long bytesOf(WriteBatchWithIndex batch) {
    return batch.getWriteBatch().getDataSize();
  }

  private void pace(int keyBytes, int valueBytes) {
    pace(null, (long) keyBytes + valueBytes);
  }

  private void pace(ColumnFamilyHandle family, int keyBytes, int valueBytes) {
    pace(family, (long) keyBytes + valueBytes);
  }

  private void pace(long bytes) {
    pace(null, bytes);
  }

  private void pace(@Nullable ColumnFamilyHandle family, long bytes) {
    pacer.paceUninterruptibly(bytes);
    if (closeable && !db.isOwningHandle()) {
      throw new ClosedException("The database is closed: the write was not made.");
    }
    if (pacer.takeFlush()) {
      flush(family == null ? db.getDefaultColumnFamily() : family);
    }
  }

  /** Does not fail the write, which finds out by itself whether the database takes it. */
  private void flush(ColumnFamilyHandle family) {
    try (FlushOptions options =
        new FlushOptions().setWaitForFlush(false).setAllowWriteStall(true)) {
      db.flush(options, family);
    } catch (RocksDBException e) {
      pacer.fault(e);
    }
  }
}
