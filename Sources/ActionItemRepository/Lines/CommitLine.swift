import CivilTime
import Extraction
import ItemCoding
import JSONText

/// The line that ends a commit: when, by which run, and what it cost.
struct CommitLine {
  var at: Timestamp
  var run: Int?
  var usage = Usage()
  /// Whether more commits are written with this one.
  var isFollowed = false

  /// The object of the line.
  var line: [UInt8] {
    StoreLine.object { writer in
      writer.key("commit")
      writer.beginObject()
      writer.key("at")
      writer.storedTimestamp(at)
      writer.key("run")
      if let run { writer.int(run) } else { writer.null() }
      for (key, count) in [
        ("requests", usage.requests), ("retries", usage.retries),
        ("promptTokens", usage.promptTokens), ("completionTokens", usage.completionTokens),
      ] where count > 0 {
        writer.key(key)
        writer.int(count)
      }
      // The last member, as `JournalLine` expects it.
      if isFollowed {
        writer.field("more", true)
      }
      writer.endObject()
    }
  }
}
