package io.goodput.buckets.postgresql.admin;

import io.goodput.buckets.DefinedLimits;
import io.goodput.buckets.Limits;
import io.goodput.buckets.postgresql.table.LimitsArray;
import io.goodput.buckets.store.BucketId;
import io.goodput.core.bucket.BucketState;
import io.goodput.core.bucket.Rates;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The limits that are defined in the tables. Thread-safe. */
final class PostgresLimits implements DefinedLimits {

  private final Statements statements;

  PostgresLimits(Statements statements) {
    this.statements = statements;
  }

  @Override
  public void define(String id, Limits limits) {
    Rates rates = Rates.of(limits.numbers());
    statements.update(
        """
        INSERT INTO ${schema}.rate_limiting_token_bucket (id, tk, ts, defined)
        VALUES (?, ?, clock_timestamp(), ?::bigint[])
        ON CONFLICT (id) DO UPDATE SET defined = excluded.defined
        """,
        BucketId.checked(id),
        BucketState.first(rates, 0).counts().get(0).tokens(),
        LimitsArray.of(rates.numbers()));
  }

  @Override
  public boolean undefine(String id) {
    return statements.update(
            """
            UPDATE ${schema}.rate_limiting_token_bucket SET defined = NULL
            WHERE id = ? AND defined IS NOT NULL
            """,
            id)
        > 0;
  }

  @Override
  public Optional<Limits> find(String id) {
    return statements
        .query(
            "SELECT defined::text FROM ${schema}.rate_limiting_token_bucket WHERE id = ?",
            row -> read(row.getString(1)),
            id)
        .stream()
        .flatMap(Optional::stream)
        .findFirst();
  }

  @Override
  public void defineClass(String prefix, Limits limits) {
    statements.update(
        """
        INSERT INTO ${schema}.rate_limiting_class (prefix, limits) VALUES (?, ?::bigint[])
        ON CONFLICT (prefix) DO UPDATE SET limits = excluded.limits
        """,
        prefix.isEmpty() ? prefix : BucketId.checked(prefix),
        LimitsArray.of(limits.numbers()));
  }

  @Override
  public boolean undefineClass(String prefix) {
    return statements.update("DELETE FROM ${schema}.rate_limiting_class WHERE prefix = ?", prefix)
        > 0;
  }

  @Override
  public SortedMap<String, Limits> classes() {
    SortedMap<String, Limits> classes = new TreeMap<>();
    statements.query(
        "SELECT prefix, limits::text FROM ${schema}.rate_limiting_class",
        row -> classes.put(row.getString(1), read(row.getString(2)).orElseThrow()));
    return classes;
  }

  /** Reads an array in SQL; empty if it is null. */
  static Optional<Limits> read(@Nullable String array) {
    return Optional.ofNullable(array).map(text -> Limits.of(LimitsArray.read(text)));
  }
}
