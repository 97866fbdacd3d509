package io.goodput.cli.buckets;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.sql.admin.BucketRow;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListCommandTest {

  @Test
  void lines_ofNoBuckets_isASentence() {
    assertThat(ListCommand.lines(List.of())).isEqualTo("No such bucket has been used.");
  }

  @Test
  void lines_ofBuckets_isALineForEach() {
    List<BucketRow> buckets =
        List.of(new BucketRow("a", 1, Instant.EPOCH), new BucketRow("b", 2, Instant.EPOCH));
    assertThat(ListCommand.lines(buckets)).hasLineCount(2);
  }
}
