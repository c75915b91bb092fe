import ActionItems
import CivilTime
import Encoding
import TestSupport
import Testing

@testable import SyncHub

/// Texts with several editors, as the hub keeps them.
@Suite struct TextRoomsTests {
  private static func text(_ rooms: TextRooms) -> String? { rooms.rooms["i"]?.text }

  @Test func `each edit is sent to the other editors with its author and position`() throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 3)
    #expect(writers.map(\.replica.text) == ["Call Bo", "Call Bo", "Call Bo"])
    _ = try writers[0].replica.insert("Please ", at: 0)
    let cursor = writers[0].replica.cursor(at: 7).element
    try writers[0].talk(
      to: &rooms, "i",
      [.init("cursor", [.string(cursor?.editor ?? ""), .number("\(cursor?.number ?? -1)")])])
    let news = rooms.takeNews()
    #expect(news.count == 1 && news[0].sessions.sorted() == [2, 3])
    try writers[1].hear(news[0].payload)
    #expect(writers[1].replica.text == "Please Call Bo" && writers[1].people.count == 3)
    let person = try #require(writers[1].people.first { $0["name"]?.string == "P1" })
    #expect(person["cursor"]?[1]?.int == 6)
    // There is no news.
    try writers[1].talk(to: &rooms)
    #expect(!rooms.hasNews)
  }

  @Test(arguments: 0..<8)
  func `three concurrent editors converge despite lost and repeated messages`(
    seed: Int
  ) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var (rooms, writers) = try TextWriter.open("Send the 🎉 report", writers: 3)
    var now = Duration.zero
    for _ in 0..<120 {
      now += .milliseconds(200)
      let index = Int(random.next() % 3)
      let count = writers[index].replica.count
      let start = Int(random.next() % UInt64(count + 1))
      if random.next() % 3 == 0 {
        _ = try writers[index].replica.replace(start..<min(count, start + 3), with: "")
      } else {
        _ = try writers[index].replica.insert("é🎉\(index)", at: start)
      }
      let flags = [JSONValue.Member("saving", .bool(random.next() % 9 == 0))]
      // The message may arrive twice; the answer and the broadcast may be lost.
      for _ in 0...Int(random.next() % 2) {
        let answer = try rooms.take(
          try writers[index].exchange(flags), of: "i", session: index + 1, name: "P", at: now)
        if random.next() % 3 > 0 { try writers[index].hear(answer) }
      }
      for news in rooms.takeNews() {
        for session in news.sessions where random.next() % 3 > 0 {
          try writers[session - 1].hear(news.payload)
        }
      }
    }
    for _ in 0..<2 {
      for index in writers.indices { try writers[index].talk(to: &rooms, "i", [], at: now) }
    }
    let text = try #require(Self.text(rooms))
    #expect(writers.map(\.replica.text) == [text, text, text])
  }

  // MARK: - What is stored

  @Test func `an outside edit keeps what the editors have typed`() throws {
    var (rooms, writers) = try TextWriter.open("Call Bo tomorrow", writers: 2)
    _ = try writers[0].replica.insert("Please: ", at: 0)
    try writers[0].talk(to: &rooms)
    _ = try writers[1].replica.insert(" at noon", at: 16)
    _ = rooms.takeNews()
    rooms.store(Entries.item("Call Bo today"), "i", sequence: 2)
    // An editor with unsent changes receives it, too.
    for news in rooms.takeNews() {
      #expect(news.sessions.sorted() == [1, 2])
      for session in news.sessions { try writers[session - 1].hear(news.payload) }
    }
    #expect(
      writers[0].replica.text == "Please: Call Bo today" && writers[0].stored == "Call Bo today")
    for index in [1, 0] { try writers[index].talk(to: &rooms) }
    #expect(
      writers.map(\.replica.text) == Array(repeating: "Please: Call Bo today at noon", count: 2))
    // An older reading no longer counts.
    rooms.store(Entries.item("Ring Bo today"), "i", sequence: 5)
    rooms.store(Entries.item("Call Bo tomorrow"), "i", sequence: 3)
    #expect(Self.text(rooms) == "Please: Ring Bo today at noon")
  }

  @Test func `a saved text is recognized, whatever others type meanwhile`() throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 2)
    _ = try writers[0].replica.insert("  soon", at: 7)
    try writers[0].talk(to: &rooms, "i", [.init("saving", true)])
    _ = try writers[1].replica.insert("!", at: 7)
    try writers[1].talk(to: &rooms)
    // The text as stored.
    rooms.store(Entries.item("Call Bo soon"), "i", sequence: 2)
    #expect(Self.text(rooms) == "Call Bo!  soon" || Self.text(rooms) == "Call Bo  soon!")
    rooms.store(Entries.item("Ring Bo soon"), "i", sequence: 3)
    #expect(["Ring Bo! soon", "Ring Bo soon!"].contains(Self.text(rooms)))
  }

  @Test func `a removed item has no text either`() throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 1)
    rooms.store(nil, "i", sequence: 2)
    #expect(rooms.rooms.isEmpty)
    #expect(throws: TextRoomProblem.gone) { try writers[0].talk(to: &rooms) }
  }

  // MARK: - Coming and going

  @Test func `a text closes with its last editor: by leaving, disconnecting or silence`() throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 3)
    try writers[0].talk(to: &rooms, "i", [.init("leaving", true)])
    #expect(rooms.takeNews().map { $0.sessions.sorted() } == [[2, 3]])
    rooms.leave(2)
    #expect(rooms.takeNews().map(\.sessions) == [[3]])
    try writers[2].talk(to: &rooms, "i", [], at: .seconds(30))
    #expect(rooms.deadline == .seconds(90))
    rooms.expire(at: .seconds(89))
    #expect(rooms.rooms.count == 1)
    rooms.expire(at: .seconds(90))
    #expect(rooms.rooms.isEmpty && rooms.deadline == nil && !rooms.hasNews)
  }

  @Test func `a lost text is restored with each editor's changes once`() throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 3)
    _ = try writers[2].replica.insert(" now", at: 7)
    try writers[2].talk(to: &rooms)
    // The first editor received it, the second did not, and the third is gone.
    try writers[0].talk(to: &rooms)
    _ = try writers[0].replica.insert("A", at: 0)
    _ = try writers[1].replica.insert("B", at: 0)
    rooms = TextRooms()
    for index in [1, 0] {
      writers[index].hubHas = TextVersion()
      let exchange = try writers[index].exchange([.init("stored", "Call Bo")])
      #expect(exchange.room == "room")
      try writers[index].hear(
        rooms.rooms.isEmpty
          ? try rooms.open(
            Entries.item("Call Bo"), sequence: 1, id: "other", exchange, session: index, name: "P",
            at: .zero)
          : try rooms.take(exchange, of: "i", session: index, name: "P", at: .zero))
    }
    try writers[1].talk(to: &rooms)
    #expect(writers[0].replica.text == writers[1].replica.text)
    #expect(["ABCall Bo now", "BACall Bo now"].contains(writers[0].replica.text))
    // No editor can act for those who returned.
    var other = try TextWriter(9)
    try other.talk(to: &rooms)
    var forged = try TextReplica(editor: writers[0].replica.editor)
    for operation in writers[0].replica.operations() { try forged.take(operation) }
    let operation = try #require(try forged.insert("evil", at: 0))
    try other.replica.take(operation)
    try other.talk(to: &rooms)
    #expect(Self.text(rooms) == writers[0].replica.text)
    // The stored text can no longer be distinguished from the rest until a page saves.
    rooms.store(Entries.item("Ring Bo"), "i", sequence: 2)
    #expect(rooms.rooms.isEmpty)
  }

  @Test(
    arguments: [
      ("without a word of what was stored", nil, .gone),
      ("of something else", "Ring Bo", .another),
    ] as [(String, String?, TextRoomProblem)])
  func `a lost text is not restored if it may be a different one`(
    name: String, stored: String?, problem: TextRoomProblem
  ) throws {
    var (rooms, writers) = try TextWriter.open("Call Bo", writers: 1)
    rooms = TextRooms()
    writers[0].hubHas = TextVersion()
    let flags = stored.map { [JSONValue.Member("stored", .string($0))] } ?? []
    let exchange = try writers[0].exchange(flags)
    #expect(throws: problem, "\(name)") {
      try rooms.open(
        Entries.item("Call Bo"), sequence: 1, id: "new", exchange, session: 1, name: "P", at: .zero)
    }
    #expect(rooms.rooms.isEmpty)
  }
}
