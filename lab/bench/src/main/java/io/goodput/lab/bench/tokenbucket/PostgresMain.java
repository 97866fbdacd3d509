package io.goodput.lab.bench.tokenbucket;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;

/** Starts a PostgreSQL, prints its URL, and stops it when this process ends. */
public final class PostgresMain {

  private PostgresMain() {}

  /** Takes a folder, and {@code on} or {@code off} for durability. */
  public static void main(String[] args) throws InterruptedException {
    try {
      EmbeddedPostgres postgres =
          EmbeddedPostgres.builder()
              .setOverrideWorkingDirectory(Path.of(args[0]).toFile())
              .setServerConfig("fsync", args[1])
              .setServerConfig("synchronous_commit", args[1])
              .start();
      System.out.println(postgres.getJdbcUrl("postgres", "postgres"));
    } catch (IOException | RuntimeException e) {
      System.out.println(ClientMain.FAILED + e.getMessage());
      System.exit(1);
    }
    Thread.currentThread().join();
  }
}
