import TestSupport
import Testing

@testable import SyncHub

/// Impossible, excessive and damaged operations on a `TextReplica`, and invalid batches of them.
@Suite struct HostileOperationTests {
  private static func insertion(
    _ number: Int, _ pieces: [TextOperation.Piece], parent: ElementID? = nil,
    side: TextOperation.Side = .after, removed: [ElementSpan] = []
  ) -> TextOperation {
    TextOperation(
      id: ElementID("m", number), removed: removed,
      insertion: .init(parent: parent, side: side, pieces: pieces))
  }

  @Test(
    arguments: [
      ("nothing at all", TextOperation(id: ElementID("m", 0)), .impossible),
      ("a negative number", insertion(-1, [.text("x")]), .impossible),
      ("a number that ran away", insertion(1_000_000_000, [.text("x")]), .runaway),
      ("the greatest number", insertion(.max, [.text("x")]), .runaway),
      ("no pieces", insertion(0, []), .impossible),
      ("an empty piece", insertion(0, [.text("")]), .impossible),
      ("a negative count", insertion(0, [.text("abc"), .gone(-2)]), .impossible),
      ("a huge count", insertion(0, [.gone(.max / 2)]), .impossible),
      ("the greatest count", insertion(0, [.gone(.max), .text("x")]), .impossible),
      ("an element on itself", insertion(0, [.text("x")], parent: ElementID("m", 0)), .impossible),
      (
        "an element on a later one", insertion(0, [.text("x")], parent: ElementID("m", 5)),
        .impossible
      ),
      ("before the beginning", insertion(0, [.text("x")], side: .before), .impossible),
      ("a parent far away", insertion(0, [.text("x")], parent: ElementID("z", 1 << 40)), .runaway),
      ("a parent without a name", insertion(0, [.text("x")], parent: ElementID("", 0)), .badEditor),
      (
        "taking out its own",
        insertion(0, [.text("x")], removed: [.init(first: ElementID("m", 0), count: 1)]),
        .impossible
      ),
      (
        "taking out none",
        TextOperation(id: ElementID("m", 0), removed: [.init(first: ElementID("a", 0), count: 0)]),
        .impossible
      ),
      (
        "taking out beyond all",
        TextOperation(
          id: ElementID("m", 0), removed: [.init(first: ElementID("a", 0), count: .max)]),
        .runaway
      ),
      (
        "taking out one element twice",
        TextOperation(
          id: ElementID("m", 0),
          removed: [
            .init(first: ElementID("a", 1), count: 2), .init(first: ElementID("a", 0), count: 2),
          ]),
        .impossible
      ),
      (
        "taking out a number that put in nothing",
        TextOperation(id: ElementID("m", 0), removed: [.init(first: ElementID("a", 2), count: 2)]),
        .impossible
      ),
      (
        "hanging on a number that put in nothing",
        insertion(0, [.text("x")], parent: ElementID("a", 3)),
        .impossible
      ),
      (
        "a name that is too long",
        TextOperation(id: ElementID(String(repeating: "m", count: 101), 0)), .badEditor
      ),
    ] as [(String, TextOperation, TextProblem)])
  func `an operation that cannot be is refused, and nothing of it is taken`(
    name: String, operation: TextOperation, problem: TextProblem
  ) throws {
    var text = try TextReplica(editor: "a")
    _ = try text.insert("abc", at: 0)
    _ = try text.replace(1..<2, with: "")
    let before = text.operations()
    #expect(throws: problem, "\(name)") { try text.take(operation) }
    #expect(text.text == "ac" && text.operations() == before && text.waitingCount == 0, "\(name)")
  }

  @Test func `operations that wait are bounded`() throws {
    var text = try TextReplica(editor: "a")
    var refusals = 0
    for number in 1..<3000 {
      do throws(TextProblem) {
        #expect(try text.take(Self.insertion(number, [.text("x")])) == .waits)
      } catch {
        #expect(error == .tooManyWaiting)
        refusals += 1
      }
    }
    #expect(refusals == 999 && text.waitingCount == 2000)
    var other = try TextReplica(editor: "b")
    for number in [1, 60_000] {
      _ = try? other.take(Self.insertion(number, [.gone(50_000)]))
    }
    #expect(other.waitingCount == 1)
  }

  @Test func `numbers and editors are bounded`() throws {
    var text = try TextReplica(editor: "a")
    try text.take(Self.insertion(0, [.gone(50_000)]))
    #expect(throws: TextProblem.full) { try text.take(Self.insertion(50_000, [.gone(20_000)])) }
    var many = try TextReplica(editor: "a")
    for number in 0..<256 {
      try many.take(
        TextOperation(
          id: ElementID("e\(number)", 0),
          insertion: .init(parent: nil, side: .after, pieces: [.text("x")])))
    }
    #expect(throws: TextProblem.badEditor) { try many.take(Self.insertion(0, [.text("x")])) }
  }

  @Test func `one that is refused late is counted, and leaves the rest whole`() throws {
    var text = try TextReplica(editor: "a")
    // It waits for an element that turns out to be a removal, which cannot have children.
    let bad = TextOperation(
      id: ElementID("n", 0),
      insertion: .init(parent: ElementID("m", 1), side: .after, pieces: [.text("x")]))
    #expect(try text.take(bad) == .waits)
    try text.take(Self.insertion(0, [.text("m")]))
    try text.take(
      TextOperation(id: ElementID("m", 1), removed: [.init(first: ElementID("m", 0), count: 1)]))
    #expect(text.refusedLate == 1 && text.text == "" && text.waitingCount == 0)
  }

  @Test func `mutants of batches are refused or taken, and the text stays whole`() throws {
    var a = try TextReplica(editor: "a")
    var b = try TextReplica(editor: "b")
    for word in ["one ", "two ", "three"] { _ = try a.insert(word, at: a.count) }
    for operation in a.operations() { try b.take(operation) }
    _ = try b.replace(2..<6, with: "ü👩‍👧")
    _ = try b.replace(0..<1, with: "")
    let bytes = TextBatch(b.operations()).bytes
    var mutator = ByteMutator(
      seed: 517,
      tokens: ["[", "]", "null", "-1", "1e9", "99999999999999999999", "\"before\"", ",0"])
    for number in 0..<FuzzRounds.count(2000) {
      let mutant = mutator.mutate(bytes)
      guard let batch = try? TextBatch(parsing: mutant) else { continue }
      var text = try TextReplica(editor: "c")
      for operation in batch.operations { _ = try? text.take(operation) }
      #expect(text.text.unicodeScalars.count == text.count, "mutant \(number)")
      #expect(text.text.utf8.count == text.byteCount, "mutant \(number)")
      // Its snapshot is complete, too.
      var copy = try TextReplica(editor: "d")
      for operation in text.operations() {
        #expect(try copy.take(operation) == .taken, "mutant \(number)")
      }
      #expect(copy.text == text.text, "mutant \(number)")
    }
  }

  @Test(
    arguments: [
      ("no object", "[]"), ("no operations", #"{"editors":[]}"#),
      ("an editor that is not there", #"{"editors":["a"],"operations":[[1,0,null,["x"]]]}"#),
      ("a negative editor", #"{"editors":["a"],"operations":[[-1,0,null,["x"]]]}"#),
      ("too few parts", #"{"editors":["a"],"operations":[[0,0,null]]}"#),
      ("too many parts", #"{"editors":["a"],"operations":[[0,0,null,["x"],[],[]]]}"#),
      ("half a span", #"{"editors":["a"],"operations":[[0,0,null,[],[0,1]]]}"#),
      ("another side", #"{"editors":["a"],"operations":[[0,0,["in",0,0],["x"]]]}"#),
      ("a piece that is none", #"{"editors":["a"],"operations":[[0,0,null,[true]]]}"#),
      ("an editor without a name", #"{"editors":[""],"operations":[]}"#),
      ("too deep", #"{"editors":["a"],"operations":[[0,0,null,[[["x"]]]]]}"#),
      ("cut off", #"{"editors":["a"],"operations":[[0,0,null,["x"]"#),
    ])
  func `an invalid batch is refused`(name: String, text: String) {
    #expect(throws: TextProblem.self, "\(name)") { try TextBatch(parsing: Array(text.utf8)) }
  }
}
