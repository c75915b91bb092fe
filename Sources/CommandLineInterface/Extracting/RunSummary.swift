import ConversationLoading
import Extraction
import JSONText

/// What a run did, as `--summary` writes it.
struct RunSummary {
  var run: Int
  var model: String
  var report: ExtractionReport
  var log: LoadingLog
  var seconds: Double
  var status: ExitStatus

  /// The summary as one JSON object.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    func number(_ key: StaticString, _ value: Int) {
      writer.key(key)
      writer.int(value)
    }
    number("schema", 1)
    number("run", run)
    writer.key("model")
    writer.string(model)
    number("conversations", report.conversations)
    number("messages", report.messages)
    number("newMessages", report.newMessages)
    number("windows", report.windows)
    number("windowsFailed", report.failures.count)
    number("requests", report.usage.requests)
    number("retries", report.usage.retries)
    number("promptTokens", report.usage.promptTokens)
    number("completionTokens", report.usage.completionTokens)
    writer.key("cost")
    writer.null()
    number("itemsCreated", report.created.count)
    number("itemsUpdated", report.updated.count)
    number("itemsWithdrawn", report.withdrawn.count)
    number("itemsRejected", report.rejected)
    writer.key("failures")
    writer.beginArray()
    let windows = report.failures.map { (what: $0.what, why: $0.why) }
    for failure in log.failures + windows {
      writer.beginObject()
      writer.key("what")
      writer.string(failure.what)
      writer.key("why")
      writer.string(failure.why)
      writer.endObject()
    }
    writer.endArray()
    writer.key("skipped")
    writer.beginArray()
    for skipped in log.skipped {
      writer.beginObject()
      writer.key("file")
      writer.string(skipped.file)
      writer.key("reason")
      writer.string(skipped.reason)
      writer.key("count")
      writer.int(skipped.count)
      writer.endObject()
    }
    writer.endArray()
    writer.key("seconds")
    writer.double((seconds * 1000).rounded() / 1000)
    number("exitStatus", Int(status.rawValue))
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// The summary as a sentence.
  var sentence: String {
    var parts = [
      "\(report.newMessages) new of \(report.messages) messages in \(report.conversations) conversations",
      "\(report.created.count) new items, \(report.updated.count) changed",
    ]
    if !report.withdrawn.isEmpty { parts.append("\(report.withdrawn.count) withdrawn") }
    if report.usage.requests > 0 {
      parts.append(
        "\(report.usage.requests) requests, \(report.usage.promptTokens) + "
          + "\(report.usage.completionTokens) tokens")
    }
    if report.rejected > 0 { parts.append("\(report.rejected) refused") }
    if report.droppedDeadlines > 0 {
      parts.append("\(report.droppedDeadlines) deadlines not understood")
    }
    if !report.failures.isEmpty { parts.append("\(report.failures.count) windows failed") }
    let passed = log.skipped.reduce(0) { $0 + $1.count }
    if passed > 0 { parts.append("\(passed) files or records passed over") }
    if log.leftOut > 0 { parts.append("\(log.leftOut) conversations left out") }
    return parts.joined(separator: "; ")
  }
}
