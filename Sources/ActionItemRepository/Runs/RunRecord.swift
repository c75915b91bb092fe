public import CivilTime
import ItemCoding
public import JSONText

/// What one run did, as `runs.jsonl` keeps it and `--summary` tells it.
public struct RunRecord: Hashable, Sendable {
  /// Something that could not be read.
  public struct Failure: Hashable, Sendable {
    /// A file, or a window by its conversation and messages.
    public var what: String
    /// The sentence that says why.
    public var why: String

    /// Puts the parts together.
    public init(what: String, why: String) {
      self.what = what
      self.why = why
    }
  }

  /// What was passed over in a file.
  public struct Skipped: Hashable, Sendable {
    /// The file.
    public var file: String
    /// The reason.
    public var reason: String
    /// How many records, or files.
    public var count: Int

    /// Puts the parts together.
    public init(file: String, reason: String, count: Int) {
      self.file = file
      self.reason = reason
      self.count = count
    }
  }

  /// A language that the model of the run does not read.
  public struct UnreadLanguage: Hashable, Sendable {
    /// Its code of ISO 639-1.
    public var language: String
    /// The conversations that are in it.
    public var conversations: Int
    /// The messages that people wrote in those.
    public var messages: Int

    /// Puts the parts together.
    public init(language: String, conversations: Int = 0, messages: Int = 0) {
      self.language = language
      self.conversations = conversations
      self.messages = messages
    }
  }

  /// The run's number.
  public var run: Int
  /// When it began.
  public var startedAt: Timestamp
  /// The model.
  public var model: String
  /// Its counts, by the names that the summary has for them, in its order.
  public var counts: [Count: Int] = [:]
  /// What it cost, in the currency of the prices; nil where no prices were given.
  public var cost: Double?
  /// What failed.
  public var failures: [Failure] = []
  /// What was passed over.
  public var skipped: [Skipped] = []
  /// Languages in which nothing could be found, where the offline model read.
  public var unreadLanguages: [UnreadLanguage] = []
  /// What a person should know.
  public var warnings: [String] = []
  /// How long it took; nil where it has not ended, or was killed.
  public var seconds: Double?
  /// How it ended; nil where it has not, or was killed.
  public var exitStatus: Int?

  /// What is counted.
  public enum Count: String, CaseIterable, Sendable {
    case conversations, messages, newMessages, messagesSetAside, windows, windowsFailed, requests
    case retries, promptTokens, completionTokens, itemsCreated, itemsUpdated, itemsWithdrawn
    case itemsRejected, itemsMoved, quotesMended, itemsUnproven, itemsUnlinked, itemsNotDone
    case itemsReported, linksDropped, deadlinesDropped, deadlinesReplaced, deadlinesUnread
    case assigneesDropped, assigneesReplaced
    case messagesWaiting, messagesLeft, windowsRefused
    case windowsSkipped, messagesSkipped, promptTokensSaved
  }

  /// Starts the record of a run.
  public init(run: Int, startedAt: Timestamp, model: String) {
    self.run = run
    self.startedAt = startedAt
    self.model = model
  }

  /// A count; zero where nothing was counted.
  public subscript(count: Count) -> Int {
    get { counts[count] ?? 0 }
    set { counts[count] = newValue }
  }

  // MARK: - JSON

  /// The record as one JSON object; at most so many failures and so many files passed over. Whether the run was
  /// taken back is told where it is given.
  public func write(to writer: inout JSONWriter, limit: Int = .max, isUndone: Bool? = nil) {
    writer.beginObject()
    writer.field("schema", 1)
    writer.field("run", run)
    writer.key("startedAt")
    writer.timestamp(startedAt)
    writer.field("model", model)
    for count in Count.allCases {
      writer.key(count.rawValue)
      writer.int(self[count])
      if count == .completionTokens {
        writer.key("cost")
        writer.doubleOrNull(cost)
      }
    }
    writer.field(
      "failures",
      .array(failures.prefix(limit).map { ["what": .string($0.what), "why": .string($0.why)] }))
    writer.field(
      "skipped",
      .array(
        skipped.prefix(limit).map {
          ["file": .string($0.file), "reason": .string($0.reason), "count": .number("\($0.count)")]
        }))
    writer.field(
      "unreadLanguages",
      .array(
        unreadLanguages.map {
          [
            "language": .string($0.language), "conversations": .number("\($0.conversations)"),
            "messages": .number("\($0.messages)"),
          ]
        }))
    writer.field("warnings", .array(warnings.prefix(limit).map(JSONValue.string)))
    writer.key("seconds")
    writer.doubleOrNull(seconds.map { ($0 * 1000).rounded() / 1000 })
    writer.key("exitStatus")
    if let exitStatus { writer.int(exitStatus) } else { writer.null() }
    if let isUndone {
      writer.field("undone", isUndone)
    }
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
    if case .array(let list)? = value["failures"] {
      failures = list.map {
        Failure(what: $0["what"]?.string ?? "", why: $0["why"]?.string ?? "")
      }
    }
    if case .array(let list)? = value["skipped"] {
      skipped = list.map {
        Skipped(
          file: $0["file"]?.string ?? "", reason: $0["reason"]?.string ?? "",
          count: $0["count"]?.int ?? 0)
      }
    }
    if case .array(let list)? = value["unreadLanguages"] {
      unreadLanguages = list.map {
        UnreadLanguage(
          language: $0["language"]?.string ?? "", conversations: $0["conversations"]?.int ?? 0,
          messages: $0["messages"]?.int ?? 0)
      }
    }
    if case .array(let list)? = value["warnings"] { warnings = list.compactMap(\.string) }
  }
}

extension JSONWriter {
  mutating func doubleOrNull(_ value: Double?) {
    if let value { double(value) } else { null() }
  }
}
