import TestSupport
import Testing

/// Stores with several items that command tests start from. Also chats that a test reads itself.
enum SampleStore {
  /// A store whose items cover every step of the sort order.
  static func ordered() async throws -> TemporaryDirectory {
    let texts = [
      "I'll close the books by 2099-03-01",
      "I'll call the bank by 2099-03-01 5pm",
      "I'll mail the letter by 2099-03-01 9am", "I'll water the plants",
      "I'll sort the archive", "I'll renew the lease by 2099-02-28",
      "I'll pay the rent by 2099-02-28", "I'll clean the desk",
      "I'll send the parcel by 2099-01-31",
    ]
    let lines = texts.enumerated().map { number, text in
      #"{"id":"\#(number)","conversationId":"c","sender":"Anna","timestamp":"2026-01-05T10:0\#(number):00+01:00","text":"\#(text)"}"#
    }
    let directory = try await of(lines)
    let listed = try await directory.run("list", "--json")
    for done in ["clean the desk", "send the parcel"] {
      let id = try ReportStore.id(listed.lines.filter { $0.lowercased().contains(done) })
      _ = try await directory.run("done", id)
    }
    return directory
  }

  /// A store with one item of a channel and one of a direct message.
  static func withDirectMessage() async throws -> TemporaryDirectory {
    let texts = [("public", "the report"), ("direct", "the resignation")]
    let lines = texts.map { kind, thing in
      #"{"id":"\#(kind)","conversationId":"\#(kind)","conversationKind":"\#(kind)","sender":"Anna","timestamp":"2026-01-05T10:00:00Z","text":"I'll send \#(thing) by Friday"}"#
    }
    return try await of(lines)
  }

  /// A store with six items.
  static func ofSixTasks() async throws -> TemporaryDirectory {
    let texts = [
      "close the books", "water the plants", "sort the archive", "call the bank", "paint the fence",
      "book the hall",
    ]
    let lines = texts.enumerated().map { number, text in
      #"{"id":"\#(number)","conversationId":"c\#(number % 3)","conversationTitle":"Team","sender":"Anna","timestamp":"2026-01-05T10:0\#(number):00Z","text":"I'll \#(text) soon"}"#
    }
    return try await of(lines)
  }

  /// A store with the items of messages.
  private static func of(_ lines: [String]) async throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write(lines: lines, to: "chat.jsonl")
    try await ExtractCommand.succeed("--offline", "chat.jsonl", in: directory)
    return directory
  }

  /// Writes a chat with `count` requests and reads it into the store `a`.
  static func extract(_ count: Int, in directory: TemporaryDirectory) async throws {
    try directory.write(chat(count), to: "chat.jsonl")
    let run = try await directory.tool("extract", "--offline", "--store", "a", "chat.jsonl")
    #expect(run.status == 0, "\(run.errors)")
  }

  /// A chat with one message for each task.
  static func chat(_ count: Int) -> String {
    zip(0..<count, tasks).map { number, task in
      #"{"id":"\#(number)","conversationId":"c","sender":"Anna","timestamp":"2026-01-05T10:00:00+01:00","text":"Bo, please \#(task) by 2099-03-01"}"#
    }.joined(separator: "\n")
  }

  /// Tasks that are clearly different.
  private static let tasks = [
    "book the venue", "send the invoice to Kolben AG", "review the draft contract",
    "order new chairs", "call the plumber", "renew the domain",
  ]
}
