package io.goodput.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table of text. Every row has as many cells as the header; the first column names the row.
 *
 * @param header names of the columns, with units
 */
public record Table(List<String> header, List<List<String>> rows) {

  /** Copies the lists. */
  public Table {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** In plain text, columns aligned, each line ended. */
  public String text() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(header);
    lines.addAll(rows);
    int[] widths =
        IntStream.range(0, header.size())
            .map(
                column ->
                    lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0))
            .toArray();
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder cells = new StringBuilder();
      for (int column = 0; column < widths.length; column++) {
        String pad = " ".repeat(widths[column] - line.get(column).length());
        cells.append(column == 0 ? line.get(column) + pad : "  " + pad + line.get(column));
      }
      text.append(cells.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
