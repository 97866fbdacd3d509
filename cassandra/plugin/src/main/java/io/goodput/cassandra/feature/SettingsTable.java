package io.goodput.cassandra.feature;

import io.goodput.cassandra.request.Client;
import io.goodput.cassandra.view.GoodputKeyspace;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractMutableVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.TableMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code settings}: all settings of the node. A superuser, or a role with MODIFY permission on this
 * table, can change some of them while the node runs.
 */
public final class SettingsTable extends AbstractMutableVirtualTable {

  private static final Logger logger = LoggerFactory.getLogger(SettingsTable.class);

  private final Map<String, String> ofFile;
  private final List<Switch> switches;

  /**
   * A table.
   *
   * @param ofFile all settings by name, with their values when the node started
   * @param switches those that can be changed
   */
  public SettingsTable(Map<String, String> ofFile, List<Switch> switches) {
    super(
        TableMetadata.builder(GoodputKeyspace.NAME, "settings")
            .comment("settings of this node; changes hold until it restarts")
            .kind(TableMetadata.Kind.VIRTUAL)
            .partitioner(new LocalPartitioner(UTF8Type.instance))
            .addPartitionKeyColumn("name", UTF8Type.instance)
            .addRegularColumn("changeable", BooleanType.instance)
            .addRegularColumn("value", UTF8Type.instance)
            .build());
    this.ofFile = ofFile;
    this.switches = switches.stream().sorted(Comparator.comparing(Switch::name)).toList();
  }

  @Override
  public DataSet data() {
    Client.authorizeReadOf(metadata());
    SimpleDataSet rows = new SimpleDataSet(metadata());
    ofFile.forEach(
        (name, value) -> {
          Optional<Switch> setting = switchOf(name);
          rows.row(name)
              .column("changeable", setting.isPresent())
              .column("value", setting.map(it -> it.value().get()).orElse(value));
        });
    return rows;
  }

  @Override
  protected void applyColumnUpdate(
      ColumnValues partitionKey, ColumnValues clustering, Optional<ColumnValue> column) {
    Client.authorizeChangeOf(metadata());
    String name = partitionKey.value(0);
    Switch setting = switchOf(name).orElseThrow(() -> notChangeable(name));
    if (column.isPresent() && !column.get().name().equals("value")) {
      throw new InvalidRequestException(column.get().name() + " of a setting cannot be changed");
    }
    String value = column.map(ColumnValue::<String>value).orElse("");
    if (!setting.words().contains(value)) {
      throw new InvalidRequestException(
          "%s must be %s, not '%s'".formatted(name, setting.expected(), value));
    }
    try {
      setting.change().accept(value);
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(e.getMessage());
    }
    logger.info("{} is {} now, until this node restarts: UPDATE goodput.settings", name, value);
  }

  private Optional<Switch> switchOf(String name) {
    return switches.stream().filter(known -> known.name().equals(name)).findFirst();
  }

  private InvalidRequestException notChangeable(String name) {
    String known = switches.stream().map(Switch::name).collect(Collectors.joining(", "));
    return new InvalidRequestException(
        ofFile.containsKey(name)
            ? "%s is read when the node starts: set it in goodput.yaml; %s can be set here"
                .formatted(name, known)
            : "Unknown setting '%s'; %s can be set".formatted(name, known));
  }
}
