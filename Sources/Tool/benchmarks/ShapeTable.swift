import Foundation

/// `benchmarks shapes`: measures how time and memory of `extract`, `inspect` and `list` grow with the number of
/// messages.
struct ShapeTable {
  private let folder: URL
  private let tool: String
  /// Processor seconds after which a run is stopped.
  private let limit: Int
  private let wanted: [(name: String, shape: ChatShape)]
  /// The number of messages per chat, doubling each time.
  private let sizes: [Int]

  /// The result for one command and size.
  private struct Measurement {
    let command: String
    /// Processor seconds; nil if the run was stopped.
    let seconds: Double?
    let megabytes: Double
  }

  /// Named shapes whose costs are known to differ.
  private static let shapes: [(name: String, shape: String)] = [
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

  /// Reads the options. `--shape` is the name of a shape or its parameters; the default is all shapes.
  init(_ arguments: inout Arguments) throws {
    folder = try arguments.folder()
    tool = try arguments.tool()
    limit = try arguments.number("--limit", else: 120)
    let (first, doublings) = (
      try arguments.number("--from", else: 25_000), try arguments.number("--doublings", else: 2)
    )
    sizes = (0...min(doublings, 16)).map { first << $0 }
    let texts = try arguments.texts("--shape")
    let named = texts.map { text in Self.shapes.first { $0.name == text } ?? ("", text) }
    wanted = try (texts.isEmpty ? Self.shapes : named).map { ($0.name, try ChatShape($0.shape)) }
    try arguments.end()
  }

  /// Prints the seconds per size, and the growth factors of time and memory per doubling.
  func print() throws {
    let columns = Columns(
      ["shape", "command"] + sizes.map(String.init) + ["growth", "MB", "growth"], first: 27)
    for (name, shape) in wanted {
      let rows = try sizes.map { try measure(shape, messages: $0) }
      for place in rows[0].indices {
        let row = rows.map { $0[place] }
        columns.row(
          [place == 0 ? name : "", row[0].command]
            + row.map { Columns.text($0.seconds) }
            + [
              Columns.text(Self.growth(row.map(\.seconds))),
              Columns.text(row.last?.megabytes, 0),
              Columns.text(Self.growth(row.map(\.megabytes))),
            ])
      }
      Swift.print("  knobs \(shape)")
    }
  }

  /// Returns the mean growth factor per doubling.
  private static func growth(_ values: [Double?]) -> Double? {
    guard values.count > 1, let first = values.first ?? nil, let last = values.last ?? nil,
      first > 0
    else { return nil }
    return pow(last / first, 1 / Double(values.count - 1))
  }

  /// Measures each command for a number of messages. A command that was stopped has no seconds.
  private func measure(_ shape: ChatShape, messages: Int) throws -> [Measurement] {
    let place = folder.appending(path: "shape-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: place) }
    try? FileManager.default.removeItem(at: place)
    let (chat, more) = (place.appending(path: "chat"), place.appending(path: "more"))
    let store = place.appending(path: "store").path
    try GeneratedChat(shape: shape).write(0..<messages, to: chat)
    try GeneratedChat(shape: shape).write(messages..<messages + 20, to: more)
    var extract = ["extract", "--offline", "--quiet"]
    if shape[.window] > 0 { extract += ["--window-tokens", "\(shape[.window])"] }
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
