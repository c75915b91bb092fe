import ActionItems
import ItemRecords
package import Store

/// The queue of item ids that the other side has requested and whose items were not sent yet.
///
/// A short request can cause much reading. The number of waiting ids is limited, and they are read in portions that
/// are limited in items and bytes.
package struct RequestedItems: Hashable, Sendable {
  private var waiting: [String] = []
  /// The ids that are being read.
  private var underWay: ArraySlice<String> = []

  private static let portion = 100
  /// The size of texts in bytes at which the reading of a portion ends.
  package static let portionBytes = 1 << 20

  package init() {}

  package var isEmpty: Bool { waiting.isEmpty && underWay.isEmpty }

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
    guard underWay.isEmpty, !waiting.isEmpty else { return nil }
    underWay = waiting.prefix(Self.portion)
    waiting.removeFirst(underWay.count)
    return Array(underWay)
  }

  /// Notes the items read for the ids that `takeDue` returned last. Ids after the last item found are read again,
  /// because reading may have ended before them.
  package mutating func noteAnswered(_ entries: [ChangeReader.Entry]) {
    let found = Set(entries.map(\.change.item.id))
    if let last = underWay.lastIndex(where: found.contains) {
      waiting.insert(contentsOf: underWay[(last + 1)...], at: 0)
    }
    underWay = []
  }
}
