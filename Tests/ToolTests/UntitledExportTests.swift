import Foundation
import TestSupport
import Testing

/// Exports that name their conversation neither by an id nor by a title, read again every night.
@Suite struct UntitledExportTests {
  struct Format: Sendable, CustomTestStringConvertible {
    let name: String
    var file = "chat.json"
    var opening = "["
    var joint = ","
    var closing = "]"
    var isReversed = false
    /// Writes a message of a number, a sender and a text.
    let message: @Sendable (Int, String, String) -> String

    var testDescription: String { name }

    func export(_ messages: [(number: Int, sender: String, text: String)]) -> String {
      let written = messages.map(message)
      return opening + (isReversed ? written.reversed() : written).joined(separator: joint)
        + closing
    }
  }

  private static let plain: @Sendable (Int, String, String) -> String = {
    #"{"sender":"\#($1)","ts":"2026-01-05T10:1\#($0):00Z","text":"\#($2)"}"#
  }

  static let formats: [Format] = [
    Format(name: "list", message: plain),
    Format(name: "list, newest first", isReversed: true, message: plain),
    Format(name: "object", opening: #"{"messages":["#, closing: "]}", message: plain),
    Format(name: "senders with ids") {
      #"{"id":\#($0),"sender":{"id":"u\#($1)","name":"\#($1)"},"ts":"2026-01-05T10:1\#($0):00Z","text":"\#($2)"}"#
    },
    Format(name: "no times") { #"{"sender":"\#($1)","text":"\#($2)"}"# },
    Format(
      name: "lines", file: "chat.jsonl", opening: "", joint: "\n", closing: "\n", message: plain),
    Format(
      name: "csv", file: "chat.csv", opening: "date,sender,text\n", joint: "\n", closing: "\n"
    ) { "2026-01-05 10:1\($0),\($1),\($2)" },
    Format(
      name: "whatsapp", file: "_chat.txt", opening: "", joint: "\n", closing: "\n"
    ) { "[05.01.26, 10:1\($0):00] \($1): \($2)" },
    Format(name: "gitter") {
      #"{"id":"\#($0)","fromUser":{"id":"\#($1)"},"sent":"2026-01-05T10:1\#($0):00Z","text":"\#($2)"}"#
    },
    Format(
      name: "messenger", opening: #"{"participants":[],"messages":["#, closing: "]}",
      isReversed: true
    ) { #"{"sender_name":"\#($1)","timestamp_ms":17676078\#($0)0000,"content":"\#($2)"}"# },
  ]

  private static let tasks = [
    "call the plumber", "order new paper", "book the meeting room", "send Dora the invoice",
    "update the website",
  ]

  /// One message more each night; from the third on, each is by another person.
  static func messages(_ night: Int) -> [(number: Int, sender: String, text: String)] {
    (1...night).map { number in
      let sender = number > 2 ? "Carla \(number)" : number == 1 ? "Anna" : "Ben"
      return (number, sender, "I will \(tasks[number - 1]) today")
    }
  }

  private static func text(_ key: String, of line: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return try #require(object?[key] as? String)
  }

  @Test(arguments: formats)
  func `one that grows by new people keeps its items, and a removed one stays away`(
    format: Format
  ) async throws {
    let directory = try TemporaryDirectory()
    var ids: [Int: String] = [:]
    for night in 1...5 {
      // The folder has another name each night.
      let path = "\(night)/\(format.file)"
      try directory.write(format.export(Self.messages(night)), to: path)
      try await directory.succeed("extract", "--offline", path)
      let list = try await directory.run("list", "--json")
      for number in 1...night where number != 1 || night <= 2 {
        let items = try list.lines.filter {
          try Self.text("task", of: $0).hasSuffix(Self.tasks[number - 1].dropFirst())
        }
        .map { try Self.text("id", of: $0) }
        #expect(items.count == 1, "night \(night), item \(number)")
        #expect(ids[number] == nil || items.first == ids[number])
        ids[number] = items.first
      }
      #expect(list.lines.count == (night > 2 ? night - 1 : night), "night \(night)")
      if night == 2 {
        try await directory.succeed("remove", try #require(ids[1]))
      }
    }
  }

  @Test(arguments: formats)
  func `two chats of the same people in files of one name stay apart`(format: Format) async throws {
    let directory = try TemporaryDirectory()
    for folder in 1...2 {
      let messages = Self.messages(2).map {
        (number: $0.number + 4 * folder, sender: $0.sender, text: "\($0.text) in \(folder)")
      }
      try directory.write(format.export(messages), to: "\(folder)/\(format.file)")
    }
    let run = try await directory.tool("inspect", "--json", "1", "2")
    let found = Set(try run.lines.map { try Self.text("conversationId", of: $0) })
    #expect(found.count == 2, "\(run.output)")
  }
}
