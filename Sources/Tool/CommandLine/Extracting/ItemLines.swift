import ActionItems
import Encoding
import Store
import Sync
import System

/// Reads items from JSON Lines, in the format of `extract --json`, and adds them to a store for `merge-items`.
struct ItemLines {
  /// The file; `-` means standard input.
  let path: String
  let console: Console

  /// Maximum bytes of a line. An item needs far fewer.
  private static let lineLimit = 1 << 20
  private static let linesTogether = 1000
  private static let bytesTogether = 4 << 20
  /// Maximum bad lines that are reported individually.
  private static let toldLines = 10

  /// Adds the items to a store. The warnings include bad lines and read errors.
  func fold(into store: ActionItemStore) async throws -> FoldOutcome {
    var outcome = FoldOutcome()
    let name = InputStream.name(of: path)
    var items: [ActionItem] = []
    var (weight, bad) = (0, 0)
    let lines = ParsedLines(of: path, limit: Self.lineLimit, ahead: 16) { Line($0, $1) }
    do {
      for try await line in lines.elements {
        switch line.item {
        case .success(let item):
          items.append(item)
          weight += line.bytes
        case .failure(let problem):
          bad += 1
          if bad <= Self.toldLines { console.fail("\(name), line \(line.number): \(problem)") }
        }
        if items.count == Self.linesTogether || weight > Self.bytesTogether {
          outcome.add(try await store.fold(items))
          (items, weight) = ([], 0)
          try Task.checkCancellation()
        }
      }
    } catch let failure as InputStream.Failure {
      // The lines before the error still count.
      outcome.warnings.append("\(failure)")
    }
    // On cancellation, the input also ends.
    try Task.checkCancellation()
    outcome.add(try await store.fold(items))
    if bad > 0 {
      outcome.warnings.append("\(bad.counted("line contains", "lines contain")) no item")
    }
    return outcome
  }

  /// A parsed line: an item and its size in bytes, or the problem with the line.
  private struct Line: Sendable {
    let number: Int
    let item: Result<ActionItem, any Error>
    var bytes = 0

    init(_ line: LineStream.Line, _ number: Int) {
      self.number = number
      guard case .bytes(let bytes) = line else {
        item = .failure(LineProblem("it is longer than 1 MiB"))
        return
      }
      self.bytes = bytes.count
      item = Result { try Self.item(bytes) }
    }

    private static func item(_ bytes: UnsafeBufferPointer<UInt8>) throws -> ActionItem {
      var reader = JSONReader(bytes)
      var isRemoved = false
      var problem: String?
      let item = try ActionItem(
        reading: &reader,
        other: { key, reader throws(JSONError) in
          if key.equals("removal") { isRemoved = true }
          try reader.skipValue()
        }, unread: { name, text in problem = "'\(SafeText.line(text))' is not a valid \(name)" })
      try reader.finish()
      if item.task.allSatisfy(\.isWhitespace) { problem = "the item's task is blank" }
      if let problem { throw LineProblem(problem) }
      if isRemoved || item.archivedAt != nil {
        throw LineProblem(
          "the item is archived or removed, and a line would import it as open; merge the store itself"
        )
      }
      if SyncFrame.isItemID(item.id) { return item }
      throw LineProblem(
        "the item's id is empty, too long, or has characters other than ASCII letters, digits and -_.:"
      )
    }
  }
}
