package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.PlainTableConfig;
import org.rocksdb.RocksDB;

class MemtableLimitsTest {

  private static final String DEFAULT = "default";

  static {
    RocksDB.loadLibrary();
  }

  @TempDir private Path folder;

  private final MemtableLimits limits = new MemtableLimits();

  @Test
  void news_ofAnUnknownFamily_areTheLimitsOfAll() throws Exception {
    try (Options options = new Options().setCreateIfMissing(true).setMaxWriteBufferNumber(6);
        ColumnFamilyOptions few = new ColumnFamilyOptions();
        RocksDB db = RocksDB.open(options, folder.toString());
        ColumnFamilyHandle offsets =
            db.createColumnFamily(new ColumnFamilyDescriptor("offsets".getBytes(UTF_8), few))) {
      assertThat(limits.news(db, "offsets")).containsEntry(DEFAULT, 6).containsEntry("offsets", 2);
      assertThat(offsets.isOwningHandle()).isTrue();
    }
  }

  @Test
  void news_ofAFamilyThatIsGone_areReadAgain() throws Exception {
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB db = RocksDB.open(options, folder.toString())) {
      assertThat(limits.news(db, DEFAULT)).isNotEmpty();
      assertThat(limits.news(db, DEFAULT)).isEmpty();

      limits.forget(DEFAULT);

      assertThat(limits.news(db, DEFAULT)).isNotEmpty();
    }
  }

  /** RocksJava cannot read the options of every table format. */
  @Test
  void news_ofATableFormatThatIsUnknown_areNone() throws Exception {
    try (Options options =
            new Options()
                .setCreateIfMissing(true)
                .setAllowMmapReads(true)
                .useFixedLengthPrefixExtractor(1)
                .setTableFormatConfig(new PlainTableConfig());
        RocksDB db = RocksDB.open(options, folder.toString())) {
      assertThat(limits.news(db, DEFAULT).getOrDefault(DEFAULT, 2)).isEqualTo(2);
    }
  }
}
