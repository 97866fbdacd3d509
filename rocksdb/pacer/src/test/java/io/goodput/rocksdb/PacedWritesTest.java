package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.Transaction;
import org.rocksdb.TransactionDB;
import org.rocksdb.TransactionDBOptions;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBatchWithIndex;
import org.rocksdb.WriteOptions;

/** Each write reaches the database, and its bytes count. */
class PacedWritesTest {

  private static final byte[] KEY = "key".getBytes(UTF_8);
  private static final byte[] VALUE = "value".getBytes(UTF_8);

  static {
    RocksDB.loadLibrary();
  }

  @TempDir private Path folder;

  private final DbPacer pacer = DbPacer.create("db");
  private final Options options = pacer.attachTo(new Options().setCreateIfMissing(true));
  private final WriteOptions writing = new WriteOptions();

  @AfterEach
  void close() {
    writing.close();
    options.close();
    pacer.close();
  }

  @Test
  void put_toAColumnFamily() throws Exception {
    try (RocksDB db = RocksDB.open(options, folder.toString())) {
      new PacedWrites(db, pacer).put(db.getDefaultColumnFamily(), writing, KEY, VALUE);

      assertThat(db.get(KEY)).isEqualTo(VALUE);
      assertThat(pacer.state().writtenBytes()).isEqualTo(8);
    }
  }

  @Test
  void delete() throws Exception {
    try (RocksDB db = RocksDB.open(options, folder.toString())) {
      db.put(KEY, VALUE);
      new PacedWrites(db, pacer).delete(KEY);

      assertThat(db.get(KEY)).isNull();
      assertThat(pacer.state().writtenBytes()).isEqualTo(3);
    }
  }

  @Test
  void dropColumnFamily_withASealedMemtable_slowsNoWrites() throws Exception {
    // Sealed memtables wait for three others before they are flushed.
    options
        .setWriteBufferSize(64 << 10)
        .setMaxWriteBufferNumber(6)
        .setMinWriteBufferNumberToMerge(4);
    try (RocksDB db = RocksDB.open(options, folder.toString());
        ColumnFamilyOptions familyOptions = new ColumnFamilyOptions(options);
        ColumnFamilyHandle family =
            db.createColumnFamily(new ColumnFamilyDescriptor(KEY, familyOptions))) {
      PacedWrites writes = new PacedWrites(db, pacer);
      while (Double.isInfinite(pacer.state().headroomBytes())) {
        writes.put(family, writing, KEY, new byte[1_000]);
      }

      writes.dropColumnFamily(family);

      assertThat(pacer.state().headroomBytes()).isInfinite();
    }
  }

  @Test
  void write_ofABatch() throws Exception {
    try (RocksDB db = RocksDB.open(options, folder.toString());
        WriteBatch batch = new WriteBatch()) {
      batch.put(KEY, VALUE);
      new PacedWrites(db, pacer).write(writing, batch);

      assertThat(db.get(KEY)).isEqualTo(VALUE);
      assertThat(pacer.state().writtenBytes()).isEqualTo(batch.getDataSize());
    }
  }

  @Test
  void write_ofABatchWithIndex() throws Exception {
    try (RocksDB db = RocksDB.open(options, folder.toString());
        WriteBatchWithIndex batch = new WriteBatchWithIndex()) {
      batch.put(KEY, VALUE);
      new PacedWrites(db, pacer).write(writing, batch);

      assertThat(db.get(KEY)).isEqualTo(VALUE);
      assertThat(pacer.state().writtenBytes()).isGreaterThanOrEqualTo(8);
    }
  }

  @Test
  void commit_ofATransaction() throws Exception {
    try (TransactionDBOptions locks = new TransactionDBOptions();
        TransactionDB db = TransactionDB.open(options, locks, folder.toString());
        Transaction transaction = db.beginTransaction(writing)) {
      transaction.put(KEY, VALUE);
      new PacedWrites(db, pacer).commit(transaction);

      assertThat(db.get(KEY)).isEqualTo(VALUE);
      assertThat(pacer.state().writtenBytes()).isGreaterThanOrEqualTo(8);
    }
  }

  @Test
  void commit_ofAnOptimisticTransaction() throws Exception {
    try (OptimisticTransactionDB db = OptimisticTransactionDB.open(options, folder.toString());
        Transaction transaction = db.beginTransaction(writing)) {
      transaction.put(KEY, VALUE);
      new PacedWrites(db, pacer).commit(transaction);

      assertThat(db.get(KEY)).isEqualTo(VALUE);
      assertThat(pacer.state().writtenBytes()).isGreaterThanOrEqualTo(8);
    }
  }
}
