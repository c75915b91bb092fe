import Foundation

/// `benchmarks load`: compares the reading of exports by `inspect` with Python over the same files.
struct LoadBenchmark {
  private let folder: URL
  private let tool: String
  private let python: String
  private let messages: Int
  private let times: Int

  private static let exports = [
    ("Slack day files", "format=3,per-file=50,conversations=40"),
    ("JSON Lines, 40 conversations mixed", "conversations=40,turns=1"),
    ("Telegram, one chat", "format=1"), ("WhatsApp, one chat", "format=2"),
  ]

  init(_ arguments: inout Arguments) throws {
    folder = try arguments.folder()
    tool = try arguments.tool()
    python = try arguments.text("--python", else: "python3")
    messages = try arguments.number("--messages", else: 1_000_000)
    times = try arguments.number("--times", else: 5)
    try arguments.end()
  }

  func run() throws {
    let columns = Columns(
      ["export", "by", "seconds", "of Python", "processor", "of Python", "MB"], first: 36)
    for (name, shape) in Self.exports {
      let place = folder.appending(path: shape)
      try GeneratedChat(shape: try ChatShape(shape)).write(0..<messages, to: place)
      let inspect = [tool, "inspect", "--json", place.path, "--jobs"]
      let runs = try inTurn([
        inspect + ["1"], inspect + ["2"], [python, "-c", Self.program, place.path],
      ])
      for (reader, run) in zip(["1 job", "2 jobs", "Python"], runs) {
        let (wall, processor) = (run.map(\.wall).median, run.map(\.processor).median)
        columns.row([
          name, reader, Columns.text(wall), Self.ratio(wall, runs[2].map(\.wall)),
          Columns.text(processor), Self.ratio(processor, runs[2].map(\.processor)),
          Columns.text(run.map(\.memory).median, 0),
        ])
      }
    }
  }

  /// Runs commands in turn, so that other load on the machine affects all of them.
  private func inTurn(_ commands: [[String]]) throws -> [[MeasuredRun]] {
    var runs: [[MeasuredRun]] = commands.map { _ in [] }
    for _ in 0..<times {
      for (number, command) in commands.enumerated() {
        runs[number].append(try MeasuredRun(command))
      }
    }
    return runs
  }

  private static func ratio(_ value: Double?, _ others: [Double]) -> String {
    guard let value, let other = others.median else { return Columns.text(nil) }
    return Columns.text(value / other)
  }

  /// Reads id, sender, time and text of every message, with orjson if it is installed.
  private static let program = #"""
    import os, re, sys
    try:
        import orjson as json
    except ImportError:
        import json
    seen = 0
    def walk(messages):
        global seen
        for m in messages:
            seen += len(str(m.get("id") or m.get("client_msg_id") or ""))
            seen += len(m.get("sender") or m.get("user") or m.get("from") or "")
            seen += len(str(m.get("timestamp") or m.get("ts") or m.get("date_unixtime") or ""))
            seen += len(m.get("text") or "")
    head = re.compile(r"(\d+/\d+/\d+, \d+:\d+) - ([^:]+): (.*)")
    for folder, _, names in os.walk(sys.argv[1]):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                if name.endswith(".txt"):
                    for line in file:
                        if found := head.match(line.decode()):
                            seen += sum(map(len, found.groups()))
                elif name.endswith(".jsonl"):
                    walk(map(json.loads, file))
                elif name != "channels.json":
                    whole = json.loads(file.read())
                    walk(whole if isinstance(whole, list) else whole["messages"])
    """#
}
