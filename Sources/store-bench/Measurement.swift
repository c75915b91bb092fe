import ActionItemModel
import ActionItemRepository
import Extraction
import Foundation
import ItemCoding
import JSONText

/// What is measured, each in a folder of its own.
struct Measurement {
  let folder: String

  /// Rounds of each; the median counts, for the machine is shared.
  private static let rounds = 5

  private func fresh(_ name: String) throws -> ActionItemStore {
    let path = folder + "/" + name
    if FileManager.default.fileExists(atPath: path) {
      try FileManager.default.removeItem(atPath: path)
    }
    return try ActionItemStore(path: path, creating: true)
  }

  /// Durable appends and loads of items, in turn with SQLite.
  func besideSQLite(count: Int, groups: [Int]) async throws {
    let items = (0..<count).map(SampleItems.item)
    try write(items)
    let peer = SQLitePeer(folder: folder)
    for size in groups {
      try await compare("append \(count) items, \(size) a group", goal: size == 100 ? 0.8 : nil) {
        let store = try fresh("append")
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
    try await compare("load \(count) items (all columns)", goal: 0.65, own: load) {
      try peer.seconds("select")
    }
    try await ActionItemStore(path: folder + "/append").compact()
    try await compare("load \(count) compacted items", goal: 0.65, own: load) {
      try peer.seconds("select")
    }
    try await compare("load \(count) items (key and text alone)", goal: nil, own: load) {
      try peer.seconds("selectText")
    }
  }

  private func load() async throws -> Double {
    try await Self.seconds {
      let store = try ActionItemStore(path: folder + "/append")
      let count = try await store.fetch().count
      precondition(count > 0, "nothing was loaded")
    }
  }

  private func write(_ items: [ActionItem]) throws {
    var writer = JSONWriter()
    for item in items {
      writer.item(item)
      writer.endLine()
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(writer.bytes).write(to: URL(filePath: folder + "/items.jsonl"))
  }

  private func compare(
    _ what: String, goal: Double?, own: () async throws -> Double,
    peer: () throws -> Double?
  ) async throws {
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.rounds {
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
    let clock = ContinuousClock()
    let duration = try await clock.measure { try await body() }
    return duration / .seconds(1)
  }

  // MARK: - Large stores

  /// Makes a store of many items; the journal is left as long as it becomes.
  func makeItems(count: Int) async throws {
    let store = try ActionItemStore(path: folder, creating: true)
    for start in stride(from: 0, to: count, by: 1000) {
      try await store.save((start..<min(start + 1000, count)).map(SampleItems.item))
    }
  }

  /// Loads all items, time and again.
  func loadItems(times: Int) async throws {
    for _ in 0..<times {
      let seconds = try await Self.seconds {
        _ = try await ActionItemStore(path: folder).fetch()
      }
      print("loaded in \(Self.text(seconds)) s")
    }
  }

  /// Makes a store of many marks, in conversations of a thousand messages, forty a window.
  func makeMarks(count: Int) async throws {
    let store = try ActionItemStore(path: folder, creating: true)
    for start in stride(from: 0, to: count / 40, by: 25) {
      _ = try await store.commit(
        (start..<min(start + 25, count / 40)).map { window in
          var outcome = SampleItems.outcome(window * 40..<window * 40 + 1, messages: 40)
          if !window.isMultiple(of: 25) { outcome.reading.findings = [] }
          return outcome
        })
    }
  }

  /// What a run over one conversation asks of a store.
  func runOverOneConversation() async throws {
    let store = try ActionItemStore(path: folder)
    let run = try await store.nextRun()
    var outcome = SampleItems.outcome(40..<41, messages: 0)
    let id = outcome.reading.conversation.id
    let marks = try await store.marks(forConversation: id)
    outcome.digests = [UInt64.random(in: 0...UInt64.max)]
    outcome.reading.run = run
    let changes = try await store.commit([outcome])
    print("\(marks.count) marks of \(id), \(changes[0].count) changes in run \(run)")
  }

  /// The most memory that this process has used, in megabytes.
  static var peakMemory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0) / 1024
  }
}
