import TestSupport
import Testing

@testable import SyncHub

@Suite struct TextReplicaTests {
  private func pair(_ text: String) throws -> (TextReplica, TextReplica) {
    var a = try TextReplica(editor: "a")
    var b = try TextReplica(editor: "b")
    if let first = try a.insert(text, at: 0) { try b.take(first) }
    return (a, b)
  }

  private func exchange(_ a: inout TextReplica, _ b: inout TextReplica) throws {
    for operation in a.operations(since: b.version) { try b.take(operation) }
    for operation in b.operations(since: a.version) { try a.take(operation) }
  }

  @Test func `what is typed is in the text`() throws {
    var text = try TextReplica(editor: "a")
    _ = try text.insert("Call Bo", at: 0)
    _ = try text.insert(" now", at: 99)
    _ = try text.insert("b", at: 6)
    _ = try text.replace(0..<5, with: "")
    _ = try text.insert("Ask ", at: -3)
    #expect(text.text == "Ask Bbo now")
    _ = try text.replace(4..<7, with: "Ann")
    #expect(text.text == "Ask Ann now" && text.count == 11 && text.byteCount == 11)
    #expect(try text.replace(5..<5, with: "") == nil)
  }

  @Test func `text that two people write at one place is not mixed`() throws {
    var (a, b) = try pair("<>")
    // Letter by letter, as people type.
    for (index, letter) in "milk".enumerated() { _ = try a.insert(String(letter), at: 1 + index) }
    for (index, letter) in "eggs".enumerated() { _ = try b.insert(String(letter), at: 1 + index) }
    try exchange(&a, &b)
    #expect(a.text == b.text)
    #expect(["<milkeggs>", "<eggsmilk>"].contains(a.text))
  }

  @Test func `text that two people write backwards at one place is not mixed`() throws {
    var (a, b) = try pair("<>")
    for letter in "milk".reversed() { _ = try a.insert(String(letter), at: 1) }
    for letter in "eggs".reversed() { _ = try b.insert(String(letter), at: 1) }
    try exchange(&a, &b)
    #expect(a.text == b.text)
    #expect(["<milkeggs>", "<eggsmilk>"].contains(a.text))
  }

  @Test func `text that two people remove is removed, even if it overlaps`() throws {
    var (a, b) = try pair("abcdef")
    _ = try a.replace(1..<4, with: "")
    _ = try b.replace(2..<5, with: "")
    try exchange(&a, &b)
    #expect(a.text == "af" && b.text == "af")
    #expect(a.count == 2 && b.byteCount == 2)
  }

  @Test func `what is written into what another takes out stays`() throws {
    var (a, b) = try pair("one two three")
    _ = try a.replace(3..<7, with: "")
    _ = try b.insert("X", at: 5)
    try exchange(&a, &b)
    #expect(a.text == "oneX three" && b.text == a.text)
  }

  @Test func `a whole text in the place of another is one operation of what differs`() throws {
    var (a, b) = try pair("Call Ann on Monday")
    let operation = try #require(try a.edit(to: "Call Anna by Monday"))
    #expect(operation.insertion?.pieces == [.text("a by")])
    _ = try b.insert("!", at: b.count)
    _ = try b.replace(0..<4, with: "Phone")
    try exchange(&a, &b)
    #expect(a.text == "Phone Anna by Monday!" && b.text == a.text)
    #expect(try a.edit(to: a.text) == nil)
  }

  @Test func `what was once the text becomes another one, and what was written since stays`()
    throws
  {
    var (a, b) = try pair("Call Ann on Monday")
    var stored = a.snapshot
    _ = try a.replace(0..<5, with: "")
    _ = try a.insert("> ", at: 0)
    _ = try a.insert(" early", at: a.count)
    _ = try a.replace(9..<12, with: "FRI")
    #expect(a.text == "> Ann on FRIday early")
    for new in ["Call Anna by Monday", "Ring Anna by Monday", "Anna by Monday", "Anna"] {
      _ = try a.edit(&stored, to: new)
      #expect(stored.text == new)
    }
    #expect(a.text == "> AnnaFRI early")
    try exchange(&a, &b)
    #expect(b.text == a.text)
    // A snapshot without later edits.
    var whole = b.snapshot
    #expect(try b.edit(&whole, to: "new") != nil && b.text == "new" && whole == b.snapshot)
    #expect(try b.edit(&whole, to: "new") == nil)
  }

  @Test(
    arguments: [
      ("an accent that comes on", "cafe", "cafe\u{301}", "e\u{301}"),
      ("another accent", "cafe\u{301}!", "cafe\u{300}!", "e\u{300}"),
      ("a composed one", "cafe\u{301}", "caf\u{e9}", "\u{e9}"),
      ("a family that grows", "👩‍👧 x", "👩‍👩‍👧 x", "👩‍👩‍👧"),
      ("flags", "🇩🇪🇫🇷", "🇩🇪🇮🇹", "🇮🇹"),
      ("nothing in common", "abc", "xyz", "xyz"),
      ("letters that come twice", "aa", "aaa", "a"),
    ])
  func `a character that a reader sees as one is replaced whole`(
    name: String, old: String, new: String, put: String
  ) throws {
    var (a, b) = try pair(old)
    let operation = try #require(try a.edit(to: new))
    #expect(operation.insertion?.pieces == [.text(put)], "\(name)")
    try b.take(operation)
    #expect(b.text.unicodeScalars.elementsEqual(new.unicodeScalars), "\(name)")
  }

  @Test func `an operation may come twice, and before what it builds on`() throws {
    var a = try TextReplica(editor: "a")
    let operations = try (0..<5).compactMap { try a.insert("\($0)", at: 0) }
    var b = try TextReplica(editor: "b")
    for operation in operations.reversed().dropLast() {
      #expect(try b.take(operation) == .waits)
      #expect(try b.take(operation) == .waits)
    }
    #expect(b.text == "" && b.waitingCount == 4)
    #expect(try b.take(operations[0]) == .taken)
    #expect(b.text == "43210" && b.waitingCount == 0)
    #expect(try b.take(operations[3]) == .known)
    #expect(b.text == a.text && b.version == a.version)
  }

  @Test func `what was typed letter by letter is told in one piece, and known in part`() throws {
    var a = try TextReplica(editor: "a")
    var b = try TextReplica(editor: "b")
    for (index, letter) in "letters".enumerated() {
      let operation = try a.insert(String(letter), at: index)
      if index < 3, let operation { try b.take(operation) }
    }
    let all = a.operations()
    #expect(all.count == 1 && all[0].count == 7)
    #expect(try b.take(all[0]) == .taken)
    #expect(b.text == "letters" && b.version == a.version)
  }

  @Test func `a snapshot holds nothing of what was taken out`() throws {
    var (a, _) = try pair("the secret word")
    _ = try a.replace(4..<10, with: "open")
    let bytes = TextBatch(a.operations()).bytes
    #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
    var b = try TextReplica(editor: "b")
    for operation in try TextBatch(parsing: bytes).operations {
      #expect(try b.take(operation) == .taken)
    }
    #expect(b.text == "the open word" && b.version == a.version)
    // Editing continues from there.
    if let more = try b.insert("!", at: b.count) { try a.take(more) }
    #expect(a.text == "the open word!")
  }

  @Test func `a cursor stays with its character`() throws {
    var (a, b) = try pair("one two")
    let cursor = b.cursor(at: 5)
    #expect(b.position(of: cursor) == 5)
    if let operation = try a.insert("zero ", at: 0) { try b.take(operation) }
    #expect(b.position(of: cursor) == 10)
    if let operation = try a.insert("!", at: a.count) { try b.take(operation) }
    #expect(b.position(of: cursor) == 10)
    #expect(a.position(of: cursor) == 10)
    // The cursor's character is removed: the cursor stays at its former place.
    if let operation = try a.replace(9..<11, with: "") { try b.take(operation) }
    #expect(b.text == "zero one o!" && b.position(of: cursor) == 9)
    #expect(b.position(of: TextCursor(after: nil)) == 0)
    #expect(b.position(of: TextCursor(after: ElementID("nobody", 3))) == nil)
    #expect(b.cursor(at: 0).element == nil)
    #expect(b.position(of: b.cursor(at: 999)) == b.count)
  }

  @Test func `whoever edits cannot make a text longer than it may be`() throws {
    var text = try TextReplica(editor: "a")
    _ = try text.insert(String(repeating: "ü", count: 16 << 10), at: 0)
    #expect(throws: TextProblem.tooLong) { _ = try text.insert("x", at: 0) }
    _ = try text.replace(0..<1, with: "xy")
    #expect(text.byteCount == 32 << 10)
    #expect(throws: TextProblem.badEditor) { _ = try TextReplica(editor: "") }
  }
}
