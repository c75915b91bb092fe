/// Items that a peer has asked for by name and was not told of yet.
///
/// A few bytes cause much reading: so many may wait, and some of them are read at a time.
package struct AskedItems: Hashable, Sendable {
  private var waiting: [String] = []
  private var isUnderWay = false

  private static let portion = 100

  package init() {}

  package var isEmpty: Bool { waiting.isEmpty && !isUnderWay }

  /// Adds what is asked for; throws, and adds nothing, where too much would wait.
  package mutating func add(_ ids: [String]) throws(FrameProblem) {
    let known = Set(waiting)
    let new = ids.filter { !known.contains($0) }
    guard waiting.count + new.count <= SyncExchange.idLimit else {
      throw .badRequest("more than \(SyncExchange.idLimit) items are asked for at a time")
    }
    waiting += new
  }

  /// Takes those that are to be read next; nil while others are, or where there are none.
  package mutating func takeDue() -> [String]? {
    guard !isUnderWay, !waiting.isEmpty else { return nil }
    isUnderWay = true
    defer { waiting.removeFirst(min(Self.portion, waiting.count)) }
    return Array(waiting.prefix(Self.portion))
  }

  /// Those were read, and are told.
  package mutating func noteTold() { isUnderWay = false }
}
