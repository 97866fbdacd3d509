package io.goodput.cli.connect;

import static java.util.stream.Collectors.joining;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.goodput.cli.CorrectableException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How to log in to a cluster over CQL. */
public class LoginOptions {

  /** Addresses of IPv6 have several colons. */
  private static final Pattern HOST_AND_PORT = Pattern.compile("[^:]+:\\d+");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--user", paramLabel = "U", description = "User to log in as.")
  private @Nullable String user;

  @Option(
      names = "--password",
      paramLabel = "W",
      arity = "0..1",
      interactive = true,
      description =
          "Password. Without W, the command asks for it. Without the option, the environment"
              + " variable GOODPUT_PASSWORD has it.")
  private @Nullable String password;

  @Mixin private TlsOptions tls = new TlsOptions();

  /**
   * Connects to all nodes of a cluster.
   *
   * @param hosts nodes through which to find all others
   * @param port their CQL port
   * @throws ParameterException if the options do not fit together
   * @throws CorrectableException if no node answers, or if it rejects the login
   */
  public final CqlSession connect(List<String> hosts, int port) {
    if ((user == null) != (password() == null)) {
      throw new ParameterException(
          command.commandLine(),
          "Give --user and --password together, or the password in GOODPUT_PASSWORD.");
    }
    if (port < 1 || port > 65535) {
      throw new ParameterException(
          command.commandLine(), "The port must be 1 to 65535, not " + port);
    }
    hosts.stream().filter(host -> HOST_AND_PORT.matcher(host).matches()).forEach(this::reject);
    return connect(hosts.stream().map(host -> address(host, port)).toList(), advice());
  }

  private void reject(String hostAndPort) {
    throw new ParameterException(
        command.commandLine(),
        "'%s' is not a host: give the port with %s.".formatted(hostAndPort, portOption()));
  }

  private String portOption() {
    return command.optionsMap().containsKey("--cql-port") ? "--cql-port" : "--port";
  }

  /** What helps if no node answers, with the options of this command. */
  private String advice() {
    Map<String, OptionSpec> options = command.optionsMap();
    return "%s, and its CQL port with %s; give --tls if the cluster encrypts the connections of clients."
        .formatted(
            options.containsKey("--hosts")
                ? "start one with goodput run, or name a node that runs with --hosts"
                : "name a node that runs",
            portOption());
  }

  /**
   * An address of a host.
   *
   * @throws CorrectableException if the host has none
   */
  public static InetSocketAddress address(String host, int port) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new CorrectableException("There is no host named " + host + ": name another one.");
    }
    return address;
  }

  /** Has a session log in, and encrypt its connections, as the options say. */
  public final CqlSessionBuilder login(CqlSessionBuilder session) {
    tls.apply(session);
    String secret = password();
    return user == null || secret == null ? session : session.withAuthCredentials(user, secret);
  }

  private @Nullable String password() {
    return password(System.getenv());
  }

  /** Other users of this machine can read the options of a process, but not its environment. */
  @Nullable String password(Map<String, String> environment) {
    String ofEnvironment = environment.getOrDefault("GOODPUT_PASSWORD", "");
    return password == null && user != null && !ofEnvironment.isEmpty() ? ofEnvironment : password;
  }

  /** The user and password are null if the cluster needs none. */
  public static CqlSession connect(
      List<InetSocketAddress> contactPoints, @Nullable String user, @Nullable String password) {
    LoginOptions options = new LoginOptions();
    options.user = user;
    options.password = password;
    return options.connect(contactPoints, "name a node that runs.");
  }

  private CqlSession connect(List<InetSocketAddress> contactPoints, String advice) {
    CqlSessionBuilder builder =
        CqlSession.builder()
            .addContactPoints(contactPoints)
            .withApplicationName("goodput")
            .withConfigLoader(configuration());
    try {
      return login(builder).build();
    } catch (AllNodesFailedException e) {
      if (problems(e).anyMatch(AuthenticationException.class::isInstance)) {
        throw new CorrectableException(
            "The cluster rejects the user or password: give another --user, and another --password or"
                + " GOODPUT_PASSWORD.");
      }
      String points =
          contactPoints.stream()
              .map(address -> address.getHostString() + ":" + address.getPort())
              .collect(joining(", "));
      throw new CorrectableException(
          problems(e)
              .filter(SSLException.class::isInstance)
              .findFirst()
              .map(
                  problem ->
                      "TLS with the cluster fails (%s): name the certificates to trust with"
                              .formatted(problem.getMessage())
                          + " --truststore, and this client's own one with --keystore.")
              .orElse("No Cassandra answers at %s: %s".formatted(points, advice)));
    }
  }

  private static Stream<Throwable> problems(AllNodesFailedException problem) {
    return problem.getAllErrors().values().stream()
        .flatMap(List::stream)
        .flatMap(error -> Stream.iterate(error, Objects::nonNull, Throwable::getCause));
  }

  /** How the driver connects. */
  public static DriverConfigLoader configuration() {
    return DriverConfigLoader.fromClasspath("goodput-client");
  }
}
