package io.goodput.cli.overrides;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A table and its keyspace. */
record TableName(CqlIdentifier keyspace, CqlIdentifier table) {

  private static final String NAME = "(\"(?:[^\"]|\"\")+\"|\\w+)";
  private static final Pattern QUALIFIED = Pattern.compile(NAME + "\\." + NAME);

  @Override
  public String toString() {
    return keyspace.asCql(true) + "." + table.asCql(true);
  }

  /** Reads a name as CQL does: without quotes, it has no case. */
  static final class Converter implements ITypeConverter<TableName> {

    @Override
    public TableName convert(String text) {
      Matcher names = QUALIFIED.matcher(text);
      if (!names.matches()) {
        throw new TypeConversionException(
            "name a table with its keyspace, such as demo.posts, not '" + text + "'");
      }
      return new TableName(
          CqlIdentifier.fromCql(names.group(1)), CqlIdentifier.fromCql(names.group(2)));
    }
  }
}
