import ActionItemModel
import ActionItemRepository
import Foundation
import ItemCoding
import ItemRecords
import JSONText

/// What is measured, each in a folder of its own.
struct Measurement {
  let folder: String

  /// Durable appends and loads of items, in turn with SQLite.
  func besideSQLite(count: Int, groups: [Int]) async throws {
    let items = (0..<count).map(SampleItems.item)
    var writer = JSONWriter()
    for item in items {
      writer.item(item)
      writer.endLine()
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(writer.bytes).write(to: URL(filePath: folder + "/items.jsonl"))
    let peer = SQLitePeer(folder: folder)
    let path = folder + "/append"
    for size in groups {
      try await compare("append \(count) items, \(size) a group", goal: size == 100 ? 0.8 : nil) {
        try? FileManager.default.removeItem(atPath: path)
        let store = try ActionItemStore(path: path, creating: true)
        return try await Self.seconds {
          for start in stride(from: 0, to: count, by: size) {
            try await store.save(Array(items[start..<min(start + size, count)]))
          }
        }
      } peer: {
        try peer.seconds("append", "\(size)")
      }
    }
    guard try peer.seconds("fill") != nil else { return }
    for (what, mode, goal) in [
      ("items (all columns)", "select", 0.65), ("compacted items", "select", 0.65),
      ("items (key and text alone)", "selectText", nil),
    ] as [(String, String, Double?)] {
      if what == "compacted items" { try await ActionItemStore(path: path).compact() }
      try await compare("load \(count) \(what)", goal: goal) {
        try await Self.load(path)
      } peer: {
        try peer.seconds(mode)
      }
    }
  }

  private static func load(_ path: String) async throws -> Double {
    try await seconds {
      let count = try await ActionItemStore(path: path).fetch().count
      precondition(count > 0, "nothing was loaded")
    }
  }

  /// Rounds in turn; the median counts, for the machine is shared.
  private func compare(
    _ what: String, goal: Double?, own: () async throws -> Double,
    peer: () throws -> Double?
  ) async throws {
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
      ours.append(try await own())
      if let seconds = try peer() { theirs.append(seconds) }
    }
    let mine = ours.sorted()[ours.count / 2]
    guard !theirs.isEmpty else { return print("\(what): \(Self.text(mine)) s, no Python") }
    let other = theirs.sorted()[theirs.count / 2]
    print(
      "\(what): \(Self.text(mine)) s, SQLite \(Self.text(other)) s, ratio",
      Self.text(mine / other), goal.map { "(goal \(Self.text($0)))" } ?? "")
  }

  private static func text(_ number: Double) -> String { String(format: "%.3f", number) }

  private static func seconds(_ body: () async throws -> Void) async throws -> Double {
    try await ContinuousClock().measure { try await body() } / .seconds(1)
  }

  /// Makes a store of many items; the journal is left as long as it becomes.
  func makeItems(count: Int) async throws {
    let store = try ActionItemStore(path: folder, creating: true)
    for start in stride(from: 0, to: count, by: 1000) {
      try await store.save((start..<min(start + 1000, count)).map(SampleItems.item))
    }
  }

  /// Loads all items, time and again.
  func loadItems(times: Int) async throws {
    for _ in 0..<times { print("loaded in \(Self.text(try await Self.load(folder))) s") }
  }

  /// Makes a store of many marks, in conversations of a thousand messages, forty a window.
  func makeMarks(count: Int) async throws {
    let store = try ActionItemStore(path: folder, creating: true)
    for start in stride(from: 0, to: count / 40, by: 25) {
      _ = try await store.commit(
        (start..<min(start + 25, count / 40)).map { window in
          var outcome = SampleItems.outcome(window * 40, messages: 40)
          if !window.isMultiple(of: 25) { outcome.reading.findings = [] }
          return outcome
        })
    }
  }

  /// What a run over one conversation asks of a store.
  func runOverOneConversation() async throws {
    let store = try ActionItemStore(path: folder)
    var outcome = SampleItems.outcome(40, messages: 0)
    outcome.reading.run = try await store.nextRun()
    outcome.digests = [UInt64.random(in: 0...UInt64.max)]
    let id = outcome.reading.conversation.id
    let marks = try await store.marks(forConversation: id)
    let changes = try await store.commit([outcome])
    print(
      "\(marks.count) marks of \(id), \(changes[0].count) changes in run \(outcome.reading.run)")
  }

  /// The most memory that this process has used, in megabytes.
  static var peakMemory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0) / 1024
  }
}
