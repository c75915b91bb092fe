import Foundation
import TestSupport

/// How time and memory of each command grow with the messages of chats of some shapes.
struct ShapeTable {
  let folder: URL
  let tool: String
  /// Seconds of the processor after which a run is given up.
  let limit: Int

  /// What took how much, for so many messages.
  struct Measurement {
    let command: String
    /// Nil where it was given up.
    let seconds: Double?
    let megabytes: Double
  }

  /// The shapes that are known to be told apart by what they cost, by name.
  static let shapes: [(name: String, shape: ChatShape)] = [
    ("plain", "plain"),
    ("few tasks", "wordings=5"),
    ("one task", "wordings=1"),
    ("one task, one person", "wordings=1,people=1"),
    ("one task, each their own", "wordings=1,people=0"),
    ("one task, others asked", "wordings=1,named=100"),
    ("only tasks", "tasks=100"),
    ("only one task", "tasks=100,wordings=1"),
    ("each a person", "people=0"),
    ("each a person and a task", "people=0,tasks=100"),
    ("each a namesake", "people=0,namesakes=1"),
    ("each asked by name", "people=0,named=100"),
    ("much is done", "wordings=100,done=50"),
    ("each task done", "done=50"),
    ("done, untimed", "wordings=100,done=50,timed=0"),
    ("untimed", "timed=0"),
    ("untimed, few tasks", "timed=0,wordings=5"),
    ("all at one time", "timed=2"),
    ("all at one time, few tasks", "timed=2,wordings=5"),
    ("all within a week", "gap=0"),
    ("rare", "gap=20000"),
    ("edited", "format=1,edited=50"),
    ("threads", "threads=50"),
    ("all in threads", "threads=100"),
    ("ids that come twice", "same-ids=50"),
    ("long messages", "words=1000"),
    ("small windows", "window=200"),
    ("large windows", "window=20000"),
    ("20 conversations in turns", "conversations=20,turns=1"),
    ("many conversations", "conversations=0"),
    ("many in turns", "conversations=1000,turns=1"),
    ("no ids", "ids=0"),
    ("WhatsApp", "format=2"),
    ("files of a chat", "per-file=20"),
    ("files without ids", "format=2,per-file=20"),
    ("files that share one", "format=2,per-file=2,shared=1"),
    ("files that share three", "format=2,per-file=20,shared=3"),
    ("files that are alike", "format=2,per-file=20,shared=20"),
    ("titles that change", "format=1,per-file=20"),
  ]

  /// The shape of a name, or the one that some knobs make.
  static func named(_ text: String) throws -> (name: String, shape: ChatShape) {
    if let known = shapes.first(where: { $0.name == text }) { return known }
    guard let shape = ChatShape(text) else { throw UnknownShape(text: text) }
    return ("", shape)
  }

  private struct UnknownShape: Error, CustomStringConvertible {
    let text: String
    var description: String { "no shape: \(text)" }
  }

  /// Prints the table for `count` messages and as often twice as many as is said.
  func print(_ shapes: [(name: String, shape: ChatShape)], from count: Int, doublings: Int) throws {
    let sizes = (0...doublings).map { count << $0 }
    let heads = sizes.map { "\($0)".padded(to: -9) }.joined()
    let columns = "shape".padded(to: 27) + "command".padded(to: 10)
    Swift.print("\(columns)\(heads)  growth       MB  growth")
    for (name, shape) in shapes {
      let rows = try sizes.map { try measure(shape, messages: $0) }
      for place in rows[0].indices {
        Swift.print(line(place == 0 ? name : "", rows.map { $0[place] }))
      }
      Swift.print("".padded(to: 27) + "knobs     \(shape)")
      fflush(nil)
    }
  }

  private func line(_ name: String, _ row: [Measurement]) -> String {
    func text(_ number: Double?, _ width: Int, _ digits: Int = 2) -> String {
      (number.map { String(format: "%.\(digits)f", $0) } ?? "–").padded(to: -width)
    }
    return name.padded(to: 27) + row[0].command.padded(to: 10)
      + row.map { text($0.seconds, 9) }.joined() + text(Self.growth(row.map(\.seconds)), 8)
      + text(row.last?.megabytes, 9, 0) + text(Self.growth(row.map(\.megabytes)), 8)
  }

  /// By how much a doubling multiplies, of all doublings together.
  static func growth(_ values: [Double?]) -> Double? {
    guard let first = values.first ?? nil, let last = values.last ?? nil, first > 0 else {
      return nil
    }
    return pow(last / first, 1 / Double(values.count - 1))
  }

  /// What each command takes of so many messages; the last one of a shape may have been given up.
  func measure(_ shape: ChatShape, messages: Int) throws -> [Measurement] {
    let place = folder.appending(path: "shape-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: place) }
    try? FileManager.default.removeItem(at: place)
    let (chat, more) = (place.appending(path: "chat"), place.appending(path: "more"))
    let store = place.appending(path: "store").path
    try GeneratedChat(shape: shape).write(0..<messages, to: chat)
    try GeneratedChat(shape: shape).write(messages..<messages + 20, to: more)
    var extract = ["extract", "--offline", "--quiet"]
    if shape.window > 0 { extract += ["--window-tokens", "\(shape.window)"] }
    let commands: [(String, [String])] = [
      ("extract", extract + ["--store", store, chat.path]),
      ("again", extract + ["--store", store, chat.path]),
      ("20 more", extract + ["--store", store, more.path]),
      ("no store", extract + ["--no-store", chat.path]),
      ("inspect", ["inspect", chat.path]),
      ("list", ["list", "--quiet", "--store", store]),
    ]
    return try commands.map { name, words in
      let run = try MeasuredRun(
        [tool] + words, environment: ["XDG_STATE_HOME": folder.path], limit: limit)
      return Measurement(
        command: name, seconds: run.isGivenUp ? nil : run.processor, megabytes: run.memory)
    }
  }
}

extension String {
  /// Padded with spaces behind it, or in front of it where the width is negative.
  fileprivate func padded(to width: Int) -> String {
    let space = String(repeating: " ", count: max(0, abs(width) - count))
    return width < 0 ? space + self : self + space
  }
}
