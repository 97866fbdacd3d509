package io.goodput.lab.nodetests;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of metrics in Prometheus's text format.
 *
 * @param samples all samples
 * @param types the types by name
 */
record Exposition(List<Sample> samples, Map<String, String> types) {

  /** A value of a metric. */
  record Sample(String metric, Map<String, String> labels, double value) {}

  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? ([^ ]+)( \\d+)?");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:\\\\.|[^\"\\\\])*)\"");

  /** Reads a page. Fails if a line is in another format. */
  static Exposition read(URI page) throws IOException, InterruptedException {
    String text =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
            .body();
    List<Sample> samples = new ArrayList<>();
    Map<String, String> types = new TreeMap<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("# TYPE ")) {
        String[] words = line.split(" ", -1);
        types.put(words[2], words[3]);
      } else if (!line.startsWith("#")) {
        samples.add(sample(line));
      }
    }
    return new Exposition(samples, types);
  }

  private static Sample sample(String line) throws IOException {
    Matcher parts = SAMPLE.matcher(line);
    if (!parts.matches()) {
      throw new IOException("not a sample: " + line);
    }
    Map<String, String> labels = new TreeMap<>();
    if (parts.group(2) != null) {
      LABEL.matcher(parts.group(2)).results().forEach(it -> labels.put(it.group(1), it.group(2)));
    }
    String value = parts.group(3).replace("Inf", "Infinity");
    return new Sample(parts.group(1), labels, Double.parseDouble(value));
  }

  /** The names of all metrics, each with the labels of its samples. */
  Map<String, Set<String>> labels() {
    Map<String, Set<String>> labels = new TreeMap<>();
    samples.forEach(
        sample ->
            labels
                .computeIfAbsent(sample.metric, added -> new TreeSet<>())
                .addAll(sample.labels.keySet()));
    return labels;
  }

  /** The sum of a metric's samples that have these labels; not a number if there are no samples. */
  double sum(String metric, Map<String, String> labels) {
    return samples.stream()
        .filter(sample -> sample.metric.equals(metric))
        .filter(sample -> new HashSet<>(sample.labels.entrySet()).containsAll(labels.entrySet()))
        .mapToDouble(Sample::value)
        .reduce(Double::sum)
        .orElse(Double.NaN);
  }
}
