import Encoding
import Testing

@testable import SyncHub

/// Invalid requests and operations on a text that others edit. Below: limits of speed, windows, texts and history.
@Suite struct HostileTextTests {
  private static let key = "the key of editor 2"
  private static let own = TextExchange.editor(key)
  private static let other = TextExchange.editor("the key of editor 1")

  private static func batch(_ operations: String, _ editor: String = own) -> String {
    #"{"editors":["\#(editor)","\#(other)"],"operations":\#(operations)}"#
  }

  @Test(arguments: [
    ("no JSON", "{"),
    ("no object", "[]"),
    ("no window", #"{"key":"\#(key)"}"#),
    ("no key", #"{"window":"w"}"#),
    ("a key that can be guessed", #"{"window":"w","key":"short"}"#),
    ("a count below zero", #"{"window":"w","key":"\#(key)","has":{"a":-1}}"#),
    ("a count that is none", #"{"window":"w","key":"\#(key)","has":{"a":"x"}}"#),
    (
      "a name that is too long",
      #"{"window":"w","key":"\#(key)","room":"\#(String(repeating: "r", count: 41))"}"#
    ),
    ("a cursor that is none", #"{"window":"w","key":"\#(key)","cursor":["a"]}"#),
    (
      "a batch that is none",
      #"{"window":"w","key":"\#(key)","batch":{"editors":[1],"operations":[]}}"#
    ),
    (
      "an editor whose name scripts order otherwise",
      #"{"window":"w","key":"\#(key)","batch":{"editors":["é"],"operations":[[0,0,null,["x"]]]}}"#
    ),
    (
      "control characters",
      #"{"window":"w","key":"\#(key)","batch":{"editors":["a"],"operations":[[0,0,null,["\u001b"]]]}}"#
    ),
    ("many levels", String(repeating: "[", count: 100)),
  ])
  func `a malformed request is refused`(name: String, body: String) {
    #expect(throws: TextProblem.self, "\(name)") { try TextExchange(Array(body.utf8)) }
  }

  @Test(
    arguments: [
      ("somebody else's name", batch(#"[[1,0,null,["x"]]]"#), .foreign),
      ("a new name", batch(#"[[0,0,null,["x"]]]"#, "f00"), .foreign),
      ("nothing at all", batch("[[0,0,null,[]]]"), .text(.impossible)),
      ("an element on itself", batch(#"[[0,0,["after",0,0],["x"]]]"#), .text(.impossible)),
      ("a number that ran away", batch(#"[[0,1000000,null,["x"]]]"#), .text(.runaway)),
      (
        "the greatest number", batch(#"[[0,9223372036854775807,null,["x"]]]"#), .text(.runaway)
      ),
      (
        "the greatest counts", batch("[[0,0,null,[9223372036854775807,9223372036854775807]]]"),
        .text(.impossible)
      ),
      (
        "taking out all there can be",
        batch("[[0,0,null,[],[1,9223372036854775807,9223372036854775807]]]"), .text(.runaway)
      ),
      ("before the beginning", batch(#"[[0,0,["after",0,5],["x"],[0,0,1]]]"#), .text(.impossible)),
      (
        "a long text", batch(#"[[0,0,null,["\#(String(repeating: "x", count: 60 << 10))"]]]"#),
        .text(.tooLong)
      ),
      (
        "first something good", batch(#"[[0,0,null,["x"]],[0,1,["after",0,9],["x"]]]"#),
        .text(.impossible)
      ),
    ] as [(String, String, TextRoomProblem)])
  func `an impossible operation is refused and hidden from the other editors`(
    name: String, batch: String, problem: TextRoomProblem
  ) throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 2)
    let body = #"{"window":"w","key":"\#(Self.key)","room":"room","batch":\#(batch)}"#
    let exchange = try TextExchange(Array(body.utf8))
    #expect(throws: problem, "\(name)") {
      try rooms.take(exchange, of: "i", session: 2, name: "M", at: .zero)
    }
    #expect(rooms.rooms["i"]?.text == "Call Bo" && !rooms.hasNews, "\(name)")
    _ = try writers[0].replica.insert("!", at: 7)
    try writers[0].talk(to: &rooms)
    #expect(rooms.rooms["i"]?.text == "Call Bo!", "\(name)")
  }

  @Test func `an operation on text that the hub lacks waits at its page`() throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 2)
    for letter in ["a", "b"] { _ = try writers[1].replica.insert(letter, at: 0) }
    let operations = writers[1].replica.operations(since: writers[1].hubHas)
    writers[1].hubHas[Self.own] = 1
    #expect(operations.count == 2)
    try writers[1].talk(to: &rooms)
    #expect(rooms.rooms["i"]?.text == "Call Bo" && !rooms.hasNews)
    writers[1].hubHas[Self.own] = 0
    try writers[1].talk(to: &rooms)
    #expect(rooms.rooms["i"]?.text == "baCall Bo")
  }

  @Test func `a different text of the item is not mixed with this one`() throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 2)
    writers[1].room = "elsewhere"
    #expect(throws: TextRoomProblem.another) { try writers[1].talk(to: &rooms) }
  }

  // MARK: - Too much

  @Test func `a flood is slowed down, and the others go on`() throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 2)
    var taken = 0
    #expect(throws: TextRoomProblem.tooFast) {
      for _ in 0..<1000 {
        try writers[1].talk(to: &rooms)
        taken += 1
        // Another name does not bypass the limit.
        writers[1] = try TextWriter(2, key: "the key of editor 2, number \(taken)")
      }
    }
    #expect(Double(taken) < TextRooms.burst && rooms.rooms["i"]?.editors.count == 2)
    try writers[0].talk(to: &rooms)
    try writers[1].talk(to: &rooms, "i", [], at: .seconds(1))
  }

  @Test func `the windows of a person are counted together, and few of them edit`() throws {
    var (rooms, _) = try TextWriter.open("Call Bo", writers: 1)
    var taken = 0
    #expect(throws: TextRoomProblem.tooFast) {
      for _ in 0..<1000 {
        try rooms.count("mallory", at: .zero)
        taken += 1
      }
    }
    #expect(Double(taken) == TextRooms.burst)
    try rooms.count("bo", at: .zero)
    func open(_ number: Int) throws {
      _ = try rooms.take(
        try TextWriter(100 + number).exchange(), of: "i", session: 100 + number, person: "mallory",
        name: "M", at: .zero)
    }
    for number in 0..<TextRooms.mostOfPerson { try open(number) }
    try open(0)
    #expect(throws: TextRoomProblem.tooMany) { try open(TextRooms.mostOfPerson) }
  }

  @Test func `refused operations count for more, as they may be much work`() throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 2)
    let bad = #"{"window":"w","key":"\#(Self.key)","batch":\#(Self.batch("[[0,0,null,[]]]"))}"#
    let exchange = try TextExchange(Array(bad.utf8))
    var refused = 0
    #expect(throws: TextRoomProblem.tooFast) {
      while refused < 1000 {
        do throws(TextRoomProblem) {
          _ = try rooms.take(exchange, of: "i", session: 2, name: "M", at: .zero)
        } catch {
          guard case .text = error else { throw error }
          refused += 1
        }
      }
    }
    #expect(Double(refused) <= TextRooms.burst / TextRooms.refusal)
    try writers[0].talk(to: &rooms)
  }

  /// Two editors may hang elements so that each of the one passes all of the other.
  @Test func `the longest way through a tree is bounded by the size of the text`() throws {
    var (rooms, _) = try TextWriter.open("Call Bo", writers: 1)
    let names = [TextExchange.editor("the key of editor 1"), Self.own]
    let chain = (0..<9000).map {
      $0 == 0 ? #"[0,0,null,["x"]]"# : #"[0,\#($0),["before",0,\#($0 - 1)],["x"]]"#
    }
    var operations = 0
    for start in stride(from: 0, to: 9000, by: 1000) {
      let batch = chain[start..<start + 1000].joined(separator: ",")
      let body =
        #"{"window":"w","key":"\#(Self.key)","batch":{"editors":["\#(names[1])"],"operations":[\#(batch)]}}"#
      let exchange = try TextExchange(Array(body.utf8))
      do throws(TextRoomProblem) {
        _ = try rooms.take(exchange, of: "i", session: 2, name: "M", at: .seconds(start))
        operations += 1000
      } catch {
        #expect(error == .text(.full))
        break
      }
    }
    #expect((7000...8000).contains(operations))
  }

  @Test func `the number of editors and of texts is limited`() throws {
    var (rooms, _) = try TextWriter.open("Call Bo", writers: TextRoom.mostEditors)
    var next = try TextWriter(100)
    #expect(throws: TextRoomProblem.tooMany) { try next.talk(to: &rooms) }
    for number in 1...TextRooms.most {
      let exchange = try TextWriter(1000 + number).exchange()
      let open = {
        try rooms.open(
          Entries.item("x", "item \(number)"), sequence: 1, id: "r", exchange,
          session: 1000 + number, name: "P", at: .zero)
      }
      if number < TextRooms.most {
        _ = try open()
      } else {
        #expect(throws: TextRoomProblem.tooMany) { try open() }
      }
    }
    #expect(rooms.rooms.count == TextRooms.most)
  }

  @Test func `a window shows one text at a time`() throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 2)
    _ = try rooms.open(
      Entries.item("x", "other"), sequence: 1, id: "r", try TextWriter(1).exchange(),
      session: 1, name: "P", at: .zero)
    #expect(rooms.rooms["i"]?.editors.values.map(\.session) == [2])
    #expect(rooms.takeNews().map(\.sessions) == [[2]])
    try writers[1].talk(to: &rooms)
  }

  @Test func `an overlong history is refused, and the text is kept`() throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 1)
    let spans = (1..<40_000).map { "[0,\($0),null,[],[0,0,1]]" }.joined(separator: ",")
    let flood = #"[[0,0,null,["x"]],\#(spans)]"#
    let body = #"{"window":"w","key":"\#(Self.key)","batch":\#(Self.batch(flood))}"#
    let exchange = try TextExchange(Array(body.utf8))
    #expect(throws: TextRoomProblem.text(.full)) {
      try rooms.take(exchange, of: "i", session: 2, name: "M", at: .zero)
    }
    _ = try writers[0].replica.insert("!", at: 7)
    try writers[0].talk(to: &rooms)
    #expect(rooms.rooms["i"]?.text == "Call Bo!")
  }
}
