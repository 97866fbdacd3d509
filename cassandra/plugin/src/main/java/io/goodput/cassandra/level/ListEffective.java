package io.goodput.cassandra.level;

import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.ServiceLevel;
import java.util.Objects;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.messages.ResultMessage;

/**
 * {@code LIST EFFECTIVE SERVICE LEVEL OF role}: the value of each option, and the level that it
 * comes from.
 */
record ListEffective(String role) implements LevelCommand.Listing {

  @Override
  public void authorize(ClientState client, StoredLevels known) {
    Grants.requireVisible(role, client);
  }

  @Override
  public ResultMessage rows(StoredLevels stored) {
    Grants.requireExists(role);
    EffectiveLevel level =
        stored
            .effective(Grants.of(role))
            .orElseThrow(
                () ->
                    new InvalidRequestException(
                        "Role '%s' has no service level, and no role granted to it has one"
                            .formatted(role)));
    LevelRows rows =
        new LevelRows()
            .column("service_level_option", UTF8Type.instance)
            .column("effective_service_level", UTF8Type.instance)
            .column("value", UTF8Type.instance);
    add(rows, level);
    return rows.answer();
  }

  private static void add(LevelRows rows, EffectiveLevel level) {
    ServiceLevel ofTimeout = level.ofTimeout();
    rows.row(LevelOptions.SHARES, level.ofShares().name(), Integer.toString(level.shares()));
    rows.row(
        LevelOptions.TIMEOUT,
        ofTimeout.name(),
        Objects.toString(LevelRows.timeout(ofTimeout), null));
    rows.row(
        LevelOptions.WORKLOAD_TYPE,
        level.ofWorkload().name(),
        LevelOptions.nameOf(level.workload()));
  }
}
