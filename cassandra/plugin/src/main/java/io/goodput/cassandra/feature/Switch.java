package io.goodput.cassandra.feature;

import io.goodput.cassandra.settings.Setting;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A setting that an operator may change while the node runs.
 *
 * @param name its key in {@code goodput.yaml}
 * @param words the values that it accepts
 * @param value the present one
 * @param change may throw {@link IllegalArgumentException} with a reason for the operator
 */
public record Switch(
    String name, List<String> words, Supplier<String> value, Consumer<String> change) {

  /** A setting with two values. */
  public static Switch of(
      Setting<Boolean> setting,
      String on,
      String off,
      BooleanSupplier isOn,
      Consumer<Boolean> change) {
    return new Switch(
        setting.key(),
        List.of(on, off),
        () -> isOn.getAsBoolean() ? on : off,
        value -> change.accept(value.equals(on)));
  }

  /** A flag. */
  public static Switch flag(
      Setting<Boolean> setting, BooleanSupplier isOn, Consumer<Boolean> change) {
    return of(setting, "true", "false", isOn, change);
  }

  /** The accepted values as words of a message. */
  public String expected() {
    return words.stream().map("'%s'"::formatted).collect(Collectors.joining(" or "));
  }
}
