import ActionItems
package import CivilTime
package import Encoding

/// The results of one run, as stored in `runs.jsonl` and printed by `--summary`.
package struct RunRecord: Hashable, Sendable {
  /// A file or window that could not be read.
  package struct Failure: Hashable, Sendable {
    /// The file, or the window by its conversation and messages.
    package var what: String
    package var why: String

    package init(what: String, why: String) {
      self.what = what
      self.why = why
    }
  }

  /// Records of a file that were skipped.
  package struct Skipped: Hashable, Sendable {
    package var file: String
    package var reason: String
    /// The number of skipped records or files.
    package var count: Int

    package init(file: String, reason: String, count: Int) {
      self.file = file
      self.reason = reason
      self.count = count
    }
  }

  /// A language that the run's model cannot read.
  package struct UnreadLanguage: Hashable, Sendable {
    /// The language code according to ISO 639-1.
    package var language: String
    package var conversations: Int
    /// The number of messages by people in those conversations.
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
  /// The counts, by the names used in the summary and in its order.
  package var counts: [Count: Int] = [:]
  /// The cost in the currency of the prices; nil without prices.
  package var cost: Double?
  package var failures: [Failure] = []
  /// The name of a failure that ended the whole run.
  package static let wholeRun = "the run"
  package var skipped: [Skipped] = []
  /// Languages in which the offline model could find nothing.
  package var unreadLanguages: [UnreadLanguage] = []
  package var warnings: [String] = []
  /// The duration in seconds; nil if the run is in progress or was killed.
  package var seconds: Double?
  /// The exit status; nil if the run is in progress or was killed.
  package var exitStatus: Int?

  package enum Count: String, CaseIterable, Sendable {
    case conversations, messages, newMessages, messagesSetAside, windows, windowsFailed, requests
    case retries, promptTokens, completionTokens, itemsCreated, itemsUpdated, itemsWithdrawn
    case itemsRejected, itemsMoved, quotesMended, itemsUnproven, itemsUnlinked, itemsNotDone
    case itemsReported, linksDropped, deadlinesDropped, deadlinesReplaced, deadlinesUnread
    case deadlinesDoubted, assigneesDropped, assigneesReplaced
    case messagesWaiting, messagesLeft, windowsRefused, windowsUnanswered, unusedTokens
    case windowsSkipped, messagesSkipped, promptTokensSaved
    case prioritiesLowered, itemsDoubted
    case secondRequests, secondPromptTokens, secondCompletionTokens
  }

  package init(run: Int, startedAt: Timestamp, model: String) {
    self.run = run
    self.startedAt = startedAt
    self.model = model
  }

  /// A count; zero if nothing was counted.
  package subscript(count: Count) -> Int {
    get { counts[count] ?? 0 }
    set { counts[count] = newValue }
  }

  // MARK: - JSON

  /// Writes the record as a JSON object, with at most `limit` failures, skipped files and warnings. `isUndone` is
  /// written if it is given.
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
      // JSON has no such number, so it becomes null.
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

  /// Reads a record; nil if it is invalid. Unknown members are ignored.
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
