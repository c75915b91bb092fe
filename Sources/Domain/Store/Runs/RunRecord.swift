package import CivilTime
import ActionItems
package import Encoding

/// What one run did, as `runs.jsonl` keeps it and `--summary` tells it.
package struct RunRecord: Hashable, Sendable {
  /// Something that could not be read.
  package struct Failure: Hashable, Sendable {
    /// A file, or a window by its conversation and messages.
    package var what: String
    package var why: String

    package init(what: String, why: String) {
      self.what = what
      self.why = why
    }
  }

  /// What was passed over in a file.
  package struct Skipped: Hashable, Sendable {
    package var file: String
    package var reason: String
    /// How many records, or files.
    package var count: Int

    package init(file: String, reason: String, count: Int) {
      self.file = file
      self.reason = reason
      self.count = count
    }
  }

  /// A language that the model of the run does not read.
  package struct UnreadLanguage: Hashable, Sendable {
    /// Its code of ISO 639-1.
    package var language: String
    package var conversations: Int
    /// The messages that people wrote in those.
    package var messages: Int

    package init(language: String, conversations: Int = 0, messages: Int = 0) {
      self.language = language
      self.conversations = conversations
      self.messages = messages
    }
  }

  package var run: Int
  package var startedAt: Timestamp
  package var model: String
  /// Its counts, by the names that the summary has for them, in its order.
  package var counts: [Count: Int] = [:]
  /// What it cost, in the currency of the prices; nil where no prices were given.
  package var cost: Double?
  package var failures: [Failure] = []
  package var skipped: [Skipped] = []
  /// Languages in which nothing could be found, where the offline model read.
  package var unreadLanguages: [UnreadLanguage] = []
  package var warnings: [String] = []
  /// How long it took; nil where it has not ended, or was killed.
  package var seconds: Double?
  /// How it ended; nil where it has not, or was killed.
  package var exitStatus: Int?

  package enum Count: String, CaseIterable, Sendable {
    case conversations, messages, newMessages, messagesSetAside, windows, windowsFailed, requests
    case retries, promptTokens, completionTokens, itemsCreated, itemsUpdated, itemsWithdrawn
    case itemsRejected, itemsMoved, quotesMended, itemsUnproven, itemsUnlinked, itemsNotDone
    case itemsReported, linksDropped, deadlinesDropped, deadlinesReplaced, deadlinesUnread
    case assigneesDropped, assigneesReplaced
    case messagesWaiting, messagesLeft, windowsRefused
    case windowsSkipped, messagesSkipped, promptTokensSaved
  }

  package init(run: Int, startedAt: Timestamp, model: String) {
    self.run = run
    self.startedAt = startedAt
    self.model = model
  }

  /// A count; zero where nothing was counted.
  package subscript(count: Count) -> Int {
    get { counts[count] ?? 0 }
    set { counts[count] = newValue }
  }

  // MARK: - JSON

  /// The record as one JSON object; at most so many failures and so many files passed over. Whether the run was
  /// taken back is told where it is given.
  package func write(to writer: inout JSONWriter, limit: Int = .max, isUndone: Bool? = nil) {
    writer.beginObject()
    writer.field("schema", 1)
    writer.field("run", run)
    writer.key("startedAt")
    writer.timestamp(startedAt)
    writer.field("model", model)
    for count in Count.allCases {
      writer.key(count.rawValue)
      writer.int(self[count])
      // What JSON cannot write becomes null.
      if count == .completionTokens { writer.field("cost", cost ?? .nan) }
    }
    writer.list("failures", failures.prefix(limit)) {
      ["what": .string($0.what), "why": .string($0.why)]
    }
    writer.list("skipped", skipped.prefix(limit)) {
      ["file": .string($0.file), "reason": .string($0.reason), "count": .int($0.count)]
    }
    writer.list("unreadLanguages", unreadLanguages[...]) {
      [
        "language": .string($0.language), "conversations": .int($0.conversations),
        "messages": .int($0.messages),
      ]
    }
    writer.list("warnings", warnings.prefix(limit)) { .string($0) }
    writer.field("seconds", seconds.map { ($0 * 1000).rounded() / 1000 } ?? .nan)
    writer.field("exitStatus", .int(exitStatus))
    if let isUndone { writer.field("undone", isUndone) }
    writer.endObject()
  }

  /// Reads a record; nil where it is none. Fields that this version does not know are passed over.
  init?(_ value: JSONValue) {
    guard let run = value["run"]?.int, let text = value["startedAt"]?.string,
      let startedAt = ISO8601.read(text)?.timestamp(assumingOffset: 0)
    else { return nil }
    self.init(run: run, startedAt: startedAt, model: value["model"]?.string ?? "")
    for count in Count.allCases {
      if let number = value[count.rawValue]?.int { self[count] = number }
    }
    cost = value["cost"]?.double
    seconds = value["seconds"]?.double
    exitStatus = value["exitStatus"]?.int
    func list(_ name: String) -> [JSONValue] { value[name]?.array ?? [] }
    failures = list("failures").map {
      Failure(what: $0["what"]?.string ?? "", why: $0["why"]?.string ?? "")
    }
    skipped = list("skipped").map {
      Skipped(
        file: $0["file"]?.string ?? "", reason: $0["reason"]?.string ?? "",
        count: $0["count"]?.int ?? 0)
    }
    unreadLanguages = list("unreadLanguages").map {
      UnreadLanguage(
        language: $0["language"]?.string ?? "", conversations: $0["conversations"]?.int ?? 0,
        messages: $0["messages"]?.int ?? 0)
    }
    warnings = list("warnings").compactMap(\.string)
  }
}

extension JSONWriter {
  fileprivate mutating func list<Element>(
    _ name: StaticString, _ elements: ArraySlice<Element>, _ value: (Element) -> JSONValue
  ) {
    field(name, .array(elements.map(value)))
  }
}
