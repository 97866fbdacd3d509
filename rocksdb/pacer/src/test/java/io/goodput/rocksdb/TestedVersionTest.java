package io.goodput.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.rocksdb.RocksDB;

/** The build runs the tests of this module on several versions of RocksDB. */
class TestedVersionTest {

  @Test
  @EnabledIfSystemProperty(named = "rocksdb.version", matches = ".+")
  void version_isTheOneThatTheBuildNames() {
    RocksDB.loadLibrary();

    assertThat(RocksDB.rocksdbVersion()).hasToString(System.getProperty("rocksdb.version"));
  }
}
