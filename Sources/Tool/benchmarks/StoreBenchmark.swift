import ActionItems
import Encoding
import Foundation
import Store

/// `benchmarks store`: compares the store with SQLite: durable appends, and loading all items.
struct StoreBenchmark {
  private let folder: URL
  private let sqlite: SQLiteReference
  private let count: Int

  init(_ arguments: inout Arguments) throws {
    folder = try arguments.folder()
    let python = try arguments.text("--python", else: "python3")
    sqlite = SQLiteReference(folder: folder, python: python)
    count = try arguments.number("--items", else: 100_000)
    try arguments.end()
  }

  func run() async throws {
    let items = (0..<count).map(GeneratedItems.item)
    var writer = JSONWriter()
    for item in items {
      writer.item(item)
      writer.endLine()
    }
    try Data(writer.bytes).write(to: folder.appending(path: "items.jsonl"))
    let path = folder.appending(path: "store").path
    let columns = Columns(["items: \(count)", "seconds", "SQLite", "ratio"], first: 28)
    for size in [10, 100] {
      try await compare("append, \(size) a commit", columns) {
        try? FileManager.default.removeItem(atPath: path)
        let store = try ActionItemStore(path: path, creating: true)
        return try await Self.seconds {
          for start in stride(from: 0, to: count, by: size) {
            try await store.save(Array(items[start..<min(start + size, count)]))
          }
        }
      } sqlite: {
        try sqlite.seconds("append", "\(size)")
      }
    }
    _ = try sqlite.seconds("fill")
    for what in ["load, from the journal", "load, after compaction"] {
      try await compare(what, columns) {
        try await Self.seconds { _ = try await ActionItemStore(path: path).fetch() }
      } sqlite: {
        try sqlite.seconds("select")
      }
      try await ActionItemStore(path: path).compact()
    }
  }

  /// Alternates the two, because other programs use the machine too. Prints the medians.
  private func compare(
    _ what: String, _ columns: Columns, own: () async throws -> Double, sqlite: () throws -> Double
  ) async throws {
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
      ours.append(try await own())
      theirs.append(try sqlite())
    }
    let (mine, other) = (ours.median, theirs.median)
    columns.row([
      what, Columns.text(mine, 3), Columns.text(other, 3),
      Columns.text(mine.flatMap { mine in other.map { mine / $0 } }),
    ])
  }

  private static func seconds(_ body: () async throws -> Void) async throws -> Double {
    try await ContinuousClock().measure { try await body() } / .seconds(1)
  }
}
