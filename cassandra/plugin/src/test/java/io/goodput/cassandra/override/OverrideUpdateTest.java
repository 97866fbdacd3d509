package io.goodput.cassandra.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.cassandra.limit.PartitionOverride;
import io.goodput.cassandra.request.Statements;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.db.marshal.CompositeType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.SchemaTransformations;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverrideUpdateTest {

  private static final Instant NOW = Instant.parse("2026-11-24T03:00:00Z");
  private static final TableId TABLE = TableId.generate();
  private static final ByteBuffer KEY = Int32Type.instance.decompose(1);
  private static final String WHERE =
      " WHERE keyspace_name = 'ks' AND table_name = 't' AND partition_key = '1'";

  /** Both limits, for another nine minutes. */
  private static final PartitionOverride BEFORE =
      new PartitionOverride(TABLE, KEY, 5, 6, NOW.plusSeconds(540), "early", NOW.minusSeconds(60));

  private static final List<PartitionUpdate> UPDATES = new ArrayList<>();

  @BeforeAll
  static void registerTable() {
    Object unused = Statements.parse("SELECT * FROM ks.t");
    DatabaseDescriptor.getRawConfig().max_mutation_size =
        new DataStorageSpec.IntKibibytesBound("16MiB");
    Schema.instance.transform(
        SchemaTransformations.addTable(
            CreateTableStatement.parse("CREATE TABLE overrides (k int PRIMARY KEY, v int)", "ks")
                .build(),
            true));
    TableMetadata table =
        CreateTableStatement.parse(
                """
                CREATE TABLE overrides (keyspace_name text, table_name text, partition_key text,
                  max_reads_per_second int, max_writes_per_second int, set_by text,
                  PRIMARY KEY ((keyspace_name, table_name), partition_key))
                """,
                "goodput")
            .kind(TableMetadata.Kind.VIRTUAL)
            .partitioner(
                new LocalPartitioner(
                    CompositeType.getInstance(UTF8Type.instance, UTF8Type.instance)))
            .build();
    AbstractVirtualTable virtual =
        new AbstractVirtualTable(table) {
          @Override
          public DataSet data() {
            throw new UnsupportedOperationException();
          }

          @Override
          public void apply(PartitionUpdate update) {
            UPDATES.add(update);
          }
        };
    VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace("goodput", List.of(virtual)));
  }

  private static OverrideUpdate update(String statement) {
    ClientState client = ClientState.forInternalCalls();
    CQLStatement parsed = Objects.requireNonNull(new OverrideStatements().parse(statement, client));
    parsed.validate(client);
    UPDATES.clear();
    Object unused = parsed.executeLocally(new QueryState(client), QueryOptions.DEFAULT);
    return OverrideUpdate.of(UPDATES.get(0));
  }

  private static @Nullable PartitionOverride applied(
      String statement, @Nullable PartitionOverride before) {
    return update(statement).applied(TABLE, KEY, before, "ops", NOW);
  }

  private static PartitionOverride override(
      @Nullable Integer reads, @Nullable Integer writes, int seconds) {
    return new PartitionOverride(TABLE, KEY, reads, writes, NOW.plusSeconds(seconds), "ops", NOW);
  }

  @Test
  void update_namesThePartition() {
    OverrideUpdate update =
        update("UPDATE goodput.overrides USING TTL 600 SET max_reads_per_second = 10" + WHERE);

    assertThat(List.of(update.keyspace(), update.table(), update.key()))
        .containsExactly("ks", "t", "1");
  }

  @Test
  void update_newOverride_lastsForItsTtl() {
    assertThat(
            applied(
                "UPDATE goodput.overrides USING TTL 600 SET max_reads_per_second = 10" + WHERE,
                null))
        .isEqualTo(override(10, null, 600));
  }

  @Test
  void insert_isTheSameAsUpdate() {
    assertThat(
            applied(
                "INSERT INTO goodput.overrides (keyspace_name, table_name, partition_key,"
                    + " max_writes_per_second) VALUES ('ks', 't', '1', 0) USING TTL 86400",
                null))
        .isEqualTo(override(null, 0, 86_400));
  }

  @Test
  @DisplayName("A statement leaves the limit that it does not name, and sets the expiry of both")
  void update_ofOneLimit_keepsTheOther() {
    assertThat(
            applied(
                "UPDATE goodput.overrides USING TTL 60 SET max_writes_per_second = 0" + WHERE,
                BEFORE))
        .isEqualTo(override(5, 0, 60));
  }

  @Test
  void update_ofALimitToNull_removesItAndKeepsTheExpiry() {
    assertThat(applied("UPDATE goodput.overrides SET max_writes_per_second = null" + WHERE, BEFORE))
        .isEqualTo(override(5, null, 540));
    assertThat(applied("DELETE max_reads_per_second FROM goodput.overrides" + WHERE, BEFORE))
        .isEqualTo(override(null, 6, 540));
  }

  @Test
  void update_ofAllLimitsToNull_removesTheOverride() {
    assertThat(
            applied(
                "UPDATE goodput.overrides SET max_writes_per_second = null,"
                    + " max_reads_per_second = null"
                    + WHERE,
                BEFORE))
        .isNull();
  }

  @Test
  void delete_removesTheOverride() {
    assertThat(applied("DELETE FROM goodput.overrides" + WHERE, BEFORE)).isNull();
    assertThat(applied("DELETE FROM goodput.overrides" + WHERE, null)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "UPDATE goodput.overrides SET max_reads_per_second = 1"
            + "| An override needs an expiry: add USING TTL with 1 to 86400 seconds",
        "UPDATE goodput.overrides USING TTL 0 SET max_reads_per_second = 1"
            + "| An override needs an expiry: add USING TTL with 1 to 86400 seconds",
        "UPDATE goodput.overrides USING TTL 86401 SET max_reads_per_second = 1"
            + "| An override lasts for at most 86400 seconds, not 86401: set a shorter TTL",
        "UPDATE goodput.overrides USING TTL 5 SET max_reads_per_second = -1"
            + "| max_reads_per_second must be 0 or more, not -1",
        "UPDATE goodput.overrides USING TTL 5 SET max_reads_per_second = blobAsInt(0x)"
            + "| max_reads_per_second must be 0 or more, not null",
        "UPDATE goodput.overrides USING TTL 5 SET set_by = 'x'"
            + "| Goodput itself sets set_by: set max_reads_per_second and max_writes_per_second",
        "UPDATE goodput.overrides USING TIMESTAMP 5 SET max_reads_per_second = 1"
            + "| An override cannot have a TIMESTAMP: the last statement counts",
      })
  void update_invalid_isOneSentence(String statement, String message) {
    assertThatThrownBy(() -> update(statement + WHERE))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(message);
  }

  @Test
  void update_ofSeveralOverrides_isRefused() {
    assertThatThrownBy(
            () ->
                update(
                    "UPDATE goodput.overrides USING TTL 5 SET max_reads_per_second = 1"
                        + WHERE.replace("= '1'", "IN ('1', '2')")))
        .hasMessage("A statement changes one override: state one partition_key");
  }

  @Test
  void update_ofSeveralTables_isRefused() {
    assertThatThrownBy(
            () ->
                update(
                    "UPDATE goodput.overrides USING TTL 5 SET max_reads_per_second = 1"
                        + WHERE.replace("table_name = 't'", "table_name IN ('t', 'u')")))
        .hasMessage("A statement changes one override: state one keyspace_name and one table_name");
  }

  @Test
  void delete_ofAWholeTable_isRefused() {
    assertThatThrownBy(
            () ->
                update(
                    "DELETE FROM goodput.overrides WHERE keyspace_name = 'ks' AND table_name = 't'"))
        .hasMessage(
            "DELETE removes one override: state keyspace_name, table_name, and partition_key");
  }

  @Test
  void insert_withoutALimit_isRefused() {
    OverrideUpdate update =
        update(
            "INSERT INTO goodput.overrides (keyspace_name, table_name, partition_key)"
                + " VALUES ('ks', 't', '1') USING TTL 5");

    assertThatThrownBy(() -> update.applied(TABLE, KEY, null, "ops", NOW))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(
            "An override needs a limit: set max_reads_per_second, max_writes_per_second, or both");
  }

  @Test
  void parse_ofAnotherTableOfThatName_isLeftToCassandra() {
    assertThat(
            new OverrideStatements()
                .parse("UPDATE ks.overrides SET v = 1 WHERE k = 1", ClientState.forInternalCalls()))
        .isNull();
  }
}
