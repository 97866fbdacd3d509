package io.goodput.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("An option of the JVM")
class JvmOptionTest {

  private static final String NAME = "-Dcassandra.custom_query_handler_class=";
  private static final String SET = NAME + JvmOption.GOODPUT;
  private static final Path OPTIONS = Path.of("jvm-server.options");
  private static final Path SCRIPT = Path.of("cassandra-env.sh");

  private static List<JvmOption> inOptions(String content) {
    return JvmOption.inOptions(OPTIONS, content, JvmOption.HANDLER);
  }

  private static List<JvmOption> inScript(String content) {
    return JvmOption.inScript(SCRIPT, content, JvmOption.HANDLER);
  }

  @Test
  void inOptions_secondOptionOfALine_isFound() {
    assertThat(inOptions("# a\n-Xss256k\t" + SET + "\n"))
        .containsExactly(new JvmOption(OPTIONS, 2, JvmOption.GOODPUT));
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "\t", "# ", "#"})
  @DisplayName("does not count unless its line begins with a dash, as in the start scripts")
  void inOptions_lineThatDoesNotBeginWithADash_isNotInForce(String before) {
    assertThat(inOptions(before + SET)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s\r", "\"%s\"", "'%s'"})
  void inOptions_charactersThatTheJvmGets_areDamage(String value) {
    String damaged = value.formatted(JvmOption.GOODPUT);

    assertThat(inOptions(NAME + damaged + "\n-Xmx1g\n"))
        .containsExactly(new JvmOption(OPTIONS, 1, damaged))
        .allMatch(JvmOption::isDamagedGoodput)
        .noneMatch(JvmOption::isGoodput);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "JVM_OPTS=\"$JVM_OPTS %s\"",
        "JVM_OPTS=\"${JVM_OPTS#-ea} %s\"",
        "JVM_OPTS=${JVM_OPTS#-ea}' '%s",
        "JVM_OPTS=\"$JVM_OPTS \"%s",
        "JVM_OPTS='-ea '%s; export JVM_OPTS",
        "# \u00c5: \u0085\nJVM_OPTS=\"$JVM_OPTS %s\" # \u0085",
        "x=\"\\\" # \"; JVM_OPTS=%s"
      })
  void inScript_anyPlaceOutsideComments_isFound(String script) {
    assertThat(inScript(script.formatted(NAME + "com.example.Audit")))
        .extracting(JvmOption::value)
        .containsExactly("com.example.Audit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"# JVM_OPTS=%s", "x=1 # %s", "x=1;# it's %s"})
  void inScript_comment_isNotFound(String script) {
    assertThat(inScript(script.formatted(SET))).isEmpty();
  }

  @Test
  void inScript_quotedClass_isWhatTheShellMakesOfIt() {
    assertThat(inScript("a\nJVM_OPTS=" + NAME + "\"" + JvmOption.GOODPUT + "\""))
        .containsExactly(new JvmOption(SCRIPT, 2, JvmOption.GOODPUT));
  }

  @Test
  void inScript_variable_isSaid() {
    assertThat(inScript("JVM_OPTS=\"$JVM_OPTS " + NAME + "$HANDLER\""))
        .containsExactly(new JvmOption(SCRIPT, 1, "$HANDLER"))
        .allMatch(JvmOption::isVariable);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-Xss256k", "-Xss256k\n", "-Xss256k\r\n", "-Xss256k\n\n", "# \u0085\n-ea"})
  void without_whatWasAdded_areTheBytesBefore(String content) {
    assertThat(JvmOption.without(JvmOption.with(content))).isEqualTo(content);
  }

  @Test
  @DisplayName("leaves two lines that were added before and after it apart")
  void without_linesAddedAfterAFileWithoutAnEnd_areStillTwo() {
    assertThat(JvmOption.without(JvmOption.with("-Xss256k") + "-ea\n"))
        .isEqualTo("-Xss256k\n-ea\n");
  }

  @Test
  void without_secondOptionOfALine_keepsTheFirst() {
    assertThat(JvmOption.without("a\n-Xss256k " + SET + "\n-ea\n")).isEqualTo("a\n-Xss256k\n-ea\n");
  }

  @Test
  void without_firstOptionOfALine_keepsTheSecond() {
    assertThat(JvmOption.without(SET + " -Xss256k")).isEqualTo("-Xss256k");
  }

  @Test
  void without_optionAlone_keepsAllOtherLines() {
    assertThat(JvmOption.without("a\r\n\n" + SET + "\nb")).isEqualTo("a\r\n\nb");
  }

  @Test
  void without_damagedOption_takesItOut() {
    assertThat(JvmOption.without("a\n" + NAME + "\"" + JvmOption.GOODPUT + "\"\r\nb"))
        .isEqualTo("a\nb");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s\r", "\"%s\"", "'%s'"})
  void repaired_damagedOption_isOneThatTheJvmLoads(String value) {
    String content = "-ea " + NAME + value.formatted(JvmOption.GOODPUT) + "\n-Xmx1g\n";

    assertThat(JvmOption.repaired(content)).isEqualTo("-ea " + SET + "\n-Xmx1g\n");
  }
}
