import ActionItems
import ItemRecords
package import Store

/// Items that a remote has requested by id and that were not sent yet.
///
/// A short request can cause much reading. The number of waiting items is limited, and they are read in portions. A
/// portion grows while its items are short, so that a request for many long items takes little memory.
package struct AskedItems: Hashable, Sendable {
  private var waiting: [String] = []
  private var isUnderWay = false

  private var portion = 4

  private static let largestPortion = 100
  /// The size of a portion in bytes above which the next one has one item.
  private static let portionBytes = 1 << 20

  package init() {}

  package var isEmpty: Bool { waiting.isEmpty && !isUnderWay }

  /// Adds requested ids. Throws and adds nothing if too many would wait.
  package mutating func add(_ ids: [String]) throws(FrameProblem) {
    let known = Set(waiting)
    let new = ids.filter { !known.contains($0) }
    guard waiting.count + new.count <= SyncExchange.idLimit else {
      throw .badRequest("more than \(SyncExchange.idLimit) items are requested at a time")
    }
    waiting += new
  }

  /// Returns the ids to read next; nil while others are being read, or if the list is empty.
  package mutating func takeDue() -> [String]? {
    guard !isUnderWay, !waiting.isEmpty else { return nil }
    isUnderWay = true
    defer { waiting.removeFirst(min(portion, waiting.count)) }
    return Array(waiting.prefix(portion))
  }

  /// Notes that the ids returned last were read.
  package mutating func noteAnswered(_ entries: [ChangeReader.Entry]) {
    isUnderWay = false
    let bytes = entries.reduce(0) { $0 + $1.change.item.textBytes }
    portion = bytes > Self.portionBytes ? 1 : min(2 * portion, Self.largestPortion)
  }
}
