package io.goodput.cassandra.view;

import io.goodput.cassandra.request.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.CompositeType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Declares a virtual table: each column once, with the value that a row shows in it.
 *
 * @param <R> what a row shows
 */
public final class View<R> {

  private record Column<R>(String name, Function<R, @Nullable Object> value) {}

  private final TableMetadata.Builder metadata;
  private final List<Function<R, Object>> key = new ArrayList<>();
  private final List<AbstractType<?>> partitionKeyTypes = new ArrayList<>();
  private final List<Column<R>> columns = new ArrayList<>();

  private View(String name, String comment) {
    this.metadata =
        TableMetadata.builder(GoodputKeyspace.NAME, name)
            .comment(comment)
            .kind(TableMetadata.Kind.VIRTUAL);
  }

  /**
   * A table without columns.
   *
   * @param comment says what it shows
   */
  public static <R> View<R> of(String name, String comment) {
    return new View<>(name, comment);
  }

  /** Adds a column of the partition key, which comes first. */
  public View<R> partitionKey(String name, AbstractType<?> type, Function<R, Object> value) {
    metadata.addPartitionKeyColumn(name, type);
    partitionKeyTypes.add(type);
    key.add(value);
    return this;
  }

  /** Adds a clustering column. */
  public View<R> clustering(String name, AbstractType<?> type, Function<R, Object> value) {
    metadata.addClusteringColumn(name, type);
    key.add(value);
    return this;
  }

  /** Adds a column whose value may be null. */
  public View<R> column(String name, AbstractType<?> type, Function<R, @Nullable Object> value) {
    metadata.addRegularColumn(name, type);
    columns.add(new Column<>(name, value));
    return this;
  }

  /** Adds a column of texts. */
  public View<R> text(String name, Function<R, @Nullable String> value) {
    return column(name, UTF8Type.instance, value::apply);
  }

  /** Adds a column of counts. */
  public View<R> bigint(String name, Function<R, @Nullable Long> value) {
    return column(name, LongType.instance, value::apply);
  }

  /** Adds a column of small numbers. */
  public View<R> integer(String name, Function<R, @Nullable Integer> value) {
    return column(name, Int32Type.instance, value::apply);
  }

  /** Adds a column of rates or ratios. */
  public View<R> floating(String name, Function<R, @Nullable Double> value) {
    return column(name, DoubleType.instance, value::apply);
  }

  /** Adds a column of flags. */
  public View<R> bool(String name, Function<R, Boolean> value) {
    return column(name, BooleanType.instance, value::apply);
  }

  /** The table, which asks for its rows at each query. */
  public VirtualTable over(Supplier<List<R>> rows) {
    return over(rows, null);
  }

  /** The same, and statements of clients change it, unless {@code changes} is null. */
  public VirtualTable over(Supplier<List<R>> rows, @Nullable Consumer<PartitionUpdate> changes) {
    return new AbstractVirtualTable(build()) {
      @Override
      public DataSet data() {
        Client.authorizeReadOf(metadata());
        return View.this.data(metadata(), rows.get());
      }

      @Override
      public void apply(PartitionUpdate update) {
        if (changes == null) {
          super.apply(update);
        } else {
          changes.accept(update);
        }
      }
    };
  }

  private TableMetadata build() {
    AbstractType<?> keyType =
        partitionKeyTypes.size() == 1
            ? partitionKeyTypes.get(0)
            : CompositeType.getInstance(partitionKeyTypes);
    return metadata.partitioner(new LocalPartitioner(keyType)).build();
  }

  private AbstractVirtualTable.DataSet data(TableMetadata table, List<R> rows) {
    SimpleDataSet data = new SimpleDataSet(table);
    for (R row : rows) {
      data.row(key.stream().map(part -> part.apply(row)).toArray());
      columns.forEach(column -> data.column(column.name, column.value.apply(row)));
    }
    return data;
  }
}
