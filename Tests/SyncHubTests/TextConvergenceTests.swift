import FoundationEssentials
import TestSupport
import Testing

@testable import SyncHub

/// Three editors, and connections that lose, repeat and reorder what they send.
///
/// `TEXT_ROUNDS` sets how many rounds there are.
@Suite struct TextConvergenceTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["TEXT_ROUNDS"].flatMap { Int($0) } ?? 1000

  @Test func `three editors have the same text, whatever the connections do`() throws {
    var total = 0
    for round in 0..<Self.rounds {
      var trio = try Trio(seed: UInt64(round))
      for _ in 0..<40 { try trio.step() }
      try trio.settle()
      let texts = trio.replicas.map(\.text)
      #expect(texts[0] == texts[1] && texts[1] == texts[2], "round \(round)")
      #expect(trio.replicas[0].version == trio.replicas[1].version, "round \(round)")
      var model = FugueModel()
      for operation in trio.made { model.take(operation) }
      #expect(texts[0] == model.text, "round \(round)")
      #expect(trio.replicas.allSatisfy { $0.text.utf8.count == $0.byteCount }, "round \(round)")
      #expect(trio.replicas.allSatisfy { $0.waitingCount == 0 && $0.refusedLate == 0 })
      total += trio.made.count
    }
    #expect(total > Self.rounds * 10)
  }
}

/// Three editors of one text.
private struct Trio {
  var replicas: [TextReplica]
  /// All operations, each after the ones it depends on.
  var made: [TextOperation] = []
  private var underWay: [(to: Int, TextOperation)] = []
  private var random: SeededRandom

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    replicas = try ["a", "b", "c"].map { try TextReplica(editor: $0) }
  }

  mutating func step() throws {
    let editor = Int.random(in: 0..<3, using: &random)
    if Int.random(in: 0..<3, using: &random) == 0 {
      if let operation = try edit(editor) {
        made.append(operation)
        for other in 0..<3 where other != editor { send(operation, to: other) }
      }
    } else {
      try deliver()
    }
    // Now and then an editor requests missing operations.
    if Int.random(in: 0..<20, using: &random) == 0 {
      let other = (editor + 1) % 3
      for operation in replicas[editor].operations(since: replicas[other].version) {
        send(operation, to: other)
      }
    }
  }

  /// A third of the operations is lost, a third arrives twice.
  private mutating func send(_ operation: TextOperation, to other: Int) {
    for _ in 0..<Int.random(in: 0..<3, using: &random) { underWay.append((other, operation)) }
  }

  private mutating func deliver() throws {
    guard let index = underWay.indices.randomElement(using: &random) else { return }
    let (to, operation) = underWay.remove(at: index)
    try replicas[to].take(operation)
  }

  private mutating func edit(_ editor: Int) throws -> TextOperation? {
    let count = replicas[editor].count
    // Edits a place where others write, too.
    let start = min(count, Int.random(in: 0...min(count, 12), using: &random))
    let length = Int.random(in: 0...min(4, count - start), using: &random)
    let letters = ["x", "yz", "ünd", "👩‍👧", "e\u{301}", "A long one"]
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1, 2:
      return try replicas[editor].insert(letters.randomElement(using: &random) ?? "", at: start)
    case 3: return try replicas[editor].replace(start..<start + length, with: "")
    case 4:
      return try replicas[editor].replace(
        start..<start + length, with: letters.randomElement(using: &random) ?? "")
    default:
      var text = Array(replicas[editor].text)
      if !text.isEmpty { text.removeLast(Int.random(in: 0...min(3, text.count), using: &random)) }
      return try replicas[editor].edit(to: String(text) + "!")
    }
  }

  /// Delivers everything that was not lost, and requests the rest.
  mutating func settle() throws {
    while !underWay.isEmpty { try deliver() }
    for _ in 0..<2 {
      for from in 0..<3 {
        for to in 0..<3 where to != from {
          let missing = TextBatch(replicas[from].operations(since: replicas[to].version))
          for operation in try TextBatch(parsing: missing.bytes).operations {
            #expect(try replicas[to].take(operation) != .waits)
          }
        }
      }
    }
  }
}
