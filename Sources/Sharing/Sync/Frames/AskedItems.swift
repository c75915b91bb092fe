/// Items that a remote has requested by id and that were not sent yet.
///
/// A short request can cause much reading. The number of waiting items is limited, and they are read in portions.
package struct AskedItems: Hashable, Sendable {
  private var waiting: [String] = []
  private var isUnderWay = false

  private static let portion = 100

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
    defer { waiting.removeFirst(min(Self.portion, waiting.count)) }
    return Array(waiting.prefix(Self.portion))
  }

  /// Notes that the ids returned last were read.
  package mutating func noteAnswered() { isUnderWay = false }
}
