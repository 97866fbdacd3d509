package io.goodput.cassandra.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.goodput.cassandra.request.Statements;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.ByteBufferAccessor;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.CompositeType;
import org.apache.cassandra.db.marshal.DecimalType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.InetAddressType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.IntegerType;
import org.apache.cassandra.db.marshal.ListType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.SetType;
import org.apache.cassandra.db.marshal.SimpleDateType;
import org.apache.cassandra.db.marshal.TimeType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.TupleType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.marshal.UUIDType;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.SchemaTransformations;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.serializers.MarshalException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyLiteralTest {

  private static final AtomicInteger TABLES = new AtomicInteger();

  private static final TableMetadata SINGLE = table(Int32Type.instance);
  private static final TableMetadata PAIR = table(Int32Type.instance, UTF8Type.instance);

  private static TableMetadata table(AbstractType<?>... types) {
    Object unused = Statements.parse("SELECT * FROM ks.t");
    TableMetadata.Builder table =
        TableMetadata.builder("ks", "keys" + TABLES.incrementAndGet())
            .partitioner(Murmur3Partitioner.instance);
    for (int i = 0; i < types.length; i++) {
      table.addPartitionKeyColumn("k" + i, types[i]);
    }
    TableMetadata built = table.build();
    Schema.instance.transform(SchemaTransformations.addTable(built, true));
    return built;
  }

  private static <T> Arguments key(AbstractType<T> type, T value) {
    return Arguments.of(type, type.decompose(value));
  }

  static Stream<Arguments> keys() throws Exception {
    ListType<Integer> list = ListType.getInstance(Int32Type.instance, false);
    SetType<String> set = SetType.getInstance(UTF8Type.instance, false);
    TupleType tuple = new TupleType(List.of(Int32Type.instance, UTF8Type.instance));
    return Stream.of(
        key(Int32Type.instance, -7),
        key(LongType.instance, Long.MIN_VALUE),
        key(IntegerType.instance, BigInteger.TWO.pow(90)),
        key(DecimalType.instance, new BigDecimal("-1.50")),
        key(DoubleType.instance, 1e-9),
        key(DoubleType.instance, Double.NaN),
        key(BooleanType.instance, true),
        key(UTF8Type.instance, "it's\n\"é\""),
        key(BytesType.instance, ByteBuffer.wrap(new byte[] {0, -1})),
        key(UUIDType.instance, new UUID(1, 2)),
        key(InetAddressType.instance, InetAddress.getByName("10.0.0.1")),
        read(TimestampType.instance, "2026-11-24T03:10:00.123Z"),
        read(SimpleDateType.instance, "2026-11-24"),
        key(TimeType.instance, 3_600_000_000_001L),
        key(list, List.of(1, 2)),
        key(set, Set.of("a,b", "c)")),
        Arguments.of(
            tuple,
            TupleType.buildValue(
                new ByteBuffer[] {
                  Int32Type.instance.decompose(1), UTF8Type.instance.decompose("(x")
                })));
  }

  private static Arguments read(AbstractType<?> type, String text) {
    return Arguments.of(type, type.fromString(text));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void parse_whatHotPartitionsShows_isTheKey(AbstractType<?> type, ByteBuffer key) {
    TableMetadata table = table(type);

    assertThat(KeyLiteral.parse(table, table.partitionKeyAsCQLLiteral(key))).isEqualTo(key);
  }

  @Test
  void parse_keyOfSeveralColumns_isTheKey() {
    ByteBuffer key =
        PAIR.partitionKeyAsClusteringComparator().make(1, "a, (b)'").serializeAsPartitionKey();

    assertThat(PAIR.partitionKeyAsCQLLiteral(key)).isEqualTo("(1, 'a, (b)''')");
    assertThat(KeyLiteral.parse(PAIR, "(1, 'a, (b)''')")).isEqualTo(key);
    assertThat(KeyLiteral.parse(PAIR, " ( 1,'a, (b)''' ) ")).isEqualTo(key);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void parse_emptyComponent_isReadAsHotPartitionsShowsIt(AbstractType<?> type, ByteBuffer key) {
    TableMetadata table = table(UTF8Type.instance, type, UTF8Type.instance);
    ByteBuffer empty =
        CompositeType.build(
            ByteBufferAccessor.instance, key.slice().limit(0), key.slice().limit(0), key);
    assumeTrue(isValid(table, empty));

    assertThat(KeyLiteral.parse(table, table.partitionKeyAsCQLLiteral(empty))).isEqualTo(empty);
  }

  private static boolean isValid(TableMetadata table, ByteBuffer key) {
    try {
      table.partitionKeyType.validate(key);
      return true;
    } catch (MarshalException e) {
      return false;
    }
  }

  @Test
  void parse_nullForAText_isNoKey() {
    assertThatThrownBy(() -> KeyLiteral.parse(PAIR, "(1, null)"))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void parse_textInDollars_isTheKey() {
    ByteBuffer key =
        PAIR.partitionKeyAsClusteringComparator().make(1, "it's, (b)").serializeAsPartitionKey();

    assertThat(KeyLiteral.parse(PAIR, "(1, $$it's, (b)$$)")).isEqualTo(key);
    assertThat(KeyLiteral.parse(PAIR, "(1 -- (,'\n, $$it's, (b)$$ /* ) */)")).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "'a'",
        "1 2",
        "1; DROP TABLE t",
        "(1",
        "?",
        ":k",
        "null",
        "now()",
        "1.5",
        "1 OR 1",
        "'",
        "2147483648",
        "(1, 2)"
      })
  void parse_noKeyOfTheTable_isOneSentenceThatNamesIt(String literal) {
    assertThatThrownBy(() -> KeyLiteral.parse(SINGLE, literal))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("%s is not a key of ks.%s (".formatted(literal, SINGLE.name))
        .hasMessageEndingWith("). Its partition key is k0 int: write it as in CQL, such as 1")
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "1 | it is not well formed",
        "(1) | it has 2 columns, not 1",
        "(1, 'a', 2) | it has 2 columns, not 3",
        "(1, 'a' | it is not well formed",
        "(1, 'a') x | it is not well formed",
        "(1), ('a') | it is not well formed",
        "(1)('a') | it is not well formed",
        "(1, $$a) | it is not well formed",
        "(1, 'a'/*) | it is not well formed",
        "(1, ?) | it must be a constant",
      })
  void parse_noKeyOfSeveralColumns_saysWhatIsWrong(String literal, String problem) {
    assertThatThrownBy(() -> KeyLiteral.parse(PAIR, literal))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(
            "%s is not a key of ks.%s (%s). Its partition key is (k0 int, k1 text): write it as in"
                    .formatted(literal, PAIR.name, problem)
                + " CQL, such as (1, 'a')");
  }

  @Test
  void parse_emptyText_isNoKey() {
    assertThatThrownBy(() -> KeyLiteral.parse(table(UTF8Type.instance), "''"))
        .hasMessageContaining(" (Key may not be empty). ");
  }
}
