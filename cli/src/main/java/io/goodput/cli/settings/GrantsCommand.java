package io.goodput.cli.settings;

import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code goodput grants}: prints the permissions that a role needs for a command. */
@Command(
    name = "grants",
    description =
        "Prints the GRANT statements that a role needs, for cqlsh on a node with Goodput.")
public final class GrantsCommand implements Callable<Integer> {

  /** Commands that read. */
  enum Use {
    TOP(
        "SELECT ON system_views.coordinator_read_latency",
        "SELECT ON system_views.coordinator_write_latency",
        "SELECT ON goodput.hot_partitions",
        "SELECT ON goodput.fair_shares",
        "SELECT ON goodput.limits",
        "SELECT ON goodput.heat"),
    CONSOLE(
        "SELECT ON goodput.node",
        "SELECT ON goodput.queue",
        "SELECT ON goodput.top_clients",
        "SELECT ON goodput.overrides",
        "SELECT ON goodput.fair_share_classes",
        "SELECT ON goodput.service_levels",
        "SELECT ON goodput.events",
        "SELECT ON goodput.peak_rates",
        "SELECT ON goodput.proposed_limits",
        "DESCRIBE ON ALL ROLES"),
    DOCTOR(
        "SELECT ON goodput.limits",
        "SELECT ON goodput.heat",
        "SELECT ON goodput.node",
        "SELECT ON goodput.settings",
        "SELECT ON goodput.yielding",
        "SELECT ON goodput.runaway",
        "SELECT ON system_views.settings",
        "SELECT ON system_views.pending_hints");

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<String> permissions;

    Use(String... permissions) {
      this.permissions = List.of(permissions);
    }

    /** The permissions that it needs, those of another command among them. */
    Stream<String> permissions() {
      return this == CONSOLE
          ? Stream.concat(TOP.permissions.stream(), permissions.stream())
          : permissions.stream();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "ROLE", description = "The role, which exists.")
  private String role = "";

  @Option(
      names = "--for",
      paramLabel = "COMMAND",
      description = "${COMPLETION-CANDIDATES}; wait-warm needs what doctor needs (default: all).")
  private @Nullable Use use;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (String permission : permissions(use)) {
      out.printf("GRANT %s TO \"%s\";%n", permission, role.replace("\"", "\"\""));
    }
    return ExitCode.OK;
  }

  /** What a command needs, or all of them. */
  static Set<String> permissions(@Nullable Use use) {
    Set<String> permissions = new LinkedHashSet<>();
    Stream.of(Use.values())
        .filter(each -> use == null || each == use)
        .flatMap(Use::permissions)
        .forEach(permissions::add);
    return permissions;
  }
}
