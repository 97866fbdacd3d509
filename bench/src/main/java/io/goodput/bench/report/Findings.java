package io.goodput.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a benchmark found, in the order in which a reader wants it.
 *
 * @param title name of the benchmark, for people
 * @param headline the finding, in one sentence
 * @param table the figures that matter
 * @param remarks sentences beside the table
 * @param charts graphs, the main one first; may be empty
 * @param setting the conditions of the run
 * @param document all figures, for programs
 */
public record Findings(
    String title,
    String headline,
    Table table,
    List<String> remarks,
    List<Chart> charts,
    List<Fact> setting,
    Map<String, @Nullable Object> document) {

  /** Copies the lists. */
  public Findings {
    remarks = List.copyOf(remarks);
    charts = List.copyOf(charts);
    setting = List.copyOf(setting);
  }

  /** The same findings with how they were made: first in the setting, {@code run} in JSON. */
  public Findings with(List<Fact> run) {
    List<Fact> all = new ArrayList<>(run);
    all.addAll(setting);
    Map<String, String> keys = new LinkedHashMap<>();
    run.forEach(fact -> keys.put(fact.name().toLowerCase(Locale.ROOT), fact.value()));
    Map<String, @Nullable Object> whole = new LinkedHashMap<>(document);
    whole.put("run", keys);
    return new Findings(title, headline, table, remarks, charts, all, whole);
  }

  /** The headline, the table, and the remarks as plain text. */
  public String text() {
    StringBuilder text = new StringBuilder(headline).append('\n').append(table.text());
    remarks().forEach(remark -> text.append(remark).append('\n'));
    return text.toString();
  }

  /** A condition of the run. */
  public record Fact(String name, String value) {}
}
