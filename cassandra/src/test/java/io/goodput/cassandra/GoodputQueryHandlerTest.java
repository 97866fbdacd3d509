package io.goodput.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GoodputQueryHandlerTest {

  private static final int JAVA_11 = 55;

  @Test
  @DisplayName("Java 11 can load the entrance, which says that Goodput needs a newer Java")
  void classFile_hasTheVersionOfJava11() throws IOException {
    String file = GoodputQueryHandler.class.getSimpleName() + ".class";
    try (DataInputStream in =
        new DataInputStream(
            Objects.requireNonNull(GoodputQueryHandler.class.getResourceAsStream(file)))) {
      in.skipNBytes(6);

      assertThat(in.readUnsignedShort()).isEqualTo(JAVA_11);
    }
  }
}
