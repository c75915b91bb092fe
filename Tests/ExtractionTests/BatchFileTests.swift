import ActionItems
import CivilTime
import Encoding
import LanguageModel
import Store
import TestSupport
import Testing
import Windowing

@testable import Extraction
@testable import ItemRecords

@Suite struct BatchFileTests {
  static func line(_ size: Int) -> [UInt8] { [UInt8](repeating: 0x61, count: size - 1) + [0x0A] }

  @Test(arguments: [
    ("by lines", 2, 1000, [10, 10, 10, 10, 10], [2, 2, 1]),
    ("by bytes", 100, 25, [10, 10, 10, 10], [2, 2]),
    ("exactly full", 100, 20, [10, 10, 10], [2, 1]),
    ("a line beyond all limits", 100, 20, [10, 50, 10], [1, 1, 1]),
    ("one line", 1, 1, [10], [1]),
  ])
  func `files are cut at their limits`(
    name: String, lines: Int, bytes: Int, sizes: [Int], expected: [Int]
  ) throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(existing: directory.path)
    let paths = BatchPaths(requests: directory.path + "/q.jsonl")
    let files = RequestFiles(paths, in: folder, limits: .init(lines: lines, bytes: bytes))
    for size in sizes { try files.add(Self.line(size)) }
    try files.close()
    #expect(files.parts.map(\.requests) == expected, "\(name)")
    // No file is in place before all of them are.
    #expect(try folder.names().allSatisfy { $0.hasSuffix(".new") }, "\(name)")
    try files.put()
    let names = expected.indices.map { $0 == 0 ? "q.jsonl" : "q-\($0 + 1).jsonl" }
    #expect(try folder.names() == names.sorted(), "\(name)")
    for (part, file) in zip(files.parts, names) {
      #expect(try directory.read(file).count == part.bytes, "\(name)")
    }
  }

  @Test func `files that were not finished leave nothing`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(existing: directory.path)
    do {
      let files = RequestFiles(
        BatchPaths(requests: directory.path + "/q.jsonl"), in: folder, limits: .init(lines: 1))
      try files.add(Self.line(10))
      try files.add(Self.line(10))
    }
    #expect(try folder.names() == [])
  }

  @Test(arguments: [
    ("q.jsonl", ".", "q"), ("/q.jsonl", "/", "q"), ("a/b/q", "a/b", "q"),
    ("./q.x.jsonl", ".", "q.x"),
  ])
  func `paths are taken apart`(path: String, folder: String, stem: String) {
    let paths = BatchPaths(requests: path)
    #expect(paths.folder == folder && paths.stem == stem)
  }

  // MARK: - Windows

  static let terms = BatchTerms(
    store: "s", batch: 3, model: "m",
    grounding: GroundingTerms(
      timeZone: "Europe/Berlin", dateOrder: .dmy, contextLines: 2, strictness: .strict),
    trustsSilence: true, people: .empty)

  static func prepared(_ number: Int, isFirst: Bool) -> PreparedWindow {
    let people = [
      Participant(id: "U1", name: "Ann", aliases: ["ann@x"], timeZone: "Asia/Tokyo"),
      Participant(id: "U2", name: "Bot", isBot: true),
    ]
    let lines = [
      Window.Line(
        Message(
          id: "1", senderId: "U1", sender: "Ann", timestamp: Timestamp(seconds: 9, offset: 3600),
          text: "a \"b\"\n\u{202E}c \(number)", threadId: "t", replyTo: "0", link: "https://x",
          digest: .max), isNew: true, part: .init(number: 1, count: 2)),
      Window.Line(
        Message(id: "2", sender: nil, timestamp: nil, text: "", kind: .bot, digest: 0),
        isNew: false),
    ]
    let window = Window(
      conversation: Conversation(
        id: "c", title: "T", platform: "slack", kind: .direct, participants: people,
        hasMadeId: true), number: number, lines: lines, participants: people,
      openItems: [
        .init(id: "i", task: "t", assignee: "Ann", assigneeId: "U1", deadline: nil, statedBy: "B")
      ])
    return PreparedWindow(
      window: window, isFirst: isFirst,
      speakers: [Participant(id: "U\(number + 5)", name: "Guest \(number)")])
  }

  static func written(_ directory: TemporaryDirectory) throws -> [String] {
    let writer = try WindowFileWriter(
      terms, name: "w", in: try DiskFolder(existing: directory.path))
    let checks = try [(0, true), (1, false), (2, true)].map { number, isFirst in
      try writer.add(prepared(number, isFirst: isFirst), id: "id\(number)", place: number + 1)
    }
    try writer.put()
    return checks
  }

  static func terms(in bytes: [UInt8]) throws -> BatchTerms? {
    guard let reader = try WindowFileReader(MemorySource(bytes)) else { return nil }
    return reader.terms
  }

  static func entries(_ bytes: [UInt8]) throws -> [WindowFileReader.Entry] {
    guard var reader = try WindowFileReader(MemorySource(bytes)) else { return [] }
    var entries: [WindowFileReader.Entry] = []
    while let entry = try reader.next() { entries.append(entry) }
    return entries
  }

  @Test func `windows come back as they were`() throws {
    let directory = try TemporaryDirectory()
    let checks = try Self.written(directory)
    let bytes = try directory.read("w")
    let terms = try #require(try Self.terms(in: bytes))
    #expect(terms.grounding == Self.terms.grounding && terms.batch == 3)
    #expect(terms.model == "m" && terms.trustsSilence)
    let entries = try Self.entries(bytes)
    #expect(entries.map(\.check) == checks && entries.map(\.place) == [1, 2, 3])
    for (number, entry) in entries.enumerated() {
      let window = Self.prepared(number, isFirst: true).window
      #expect(entry.id == "id\(number)")
      #expect("\(entry.window)" == "\(window)")
    }
    // Guests are known from their first message on, in their part of the conversation.
    #expect(entries[0].people.isKnown("Guest 0") && !entries[0].people.isKnown("Guest 1"))
    #expect(entries[1].people.isKnown("Guest 0") && entries[1].people.isKnown("Guest 1"))
    #expect(!entries[2].people.isKnown("Guest 1") && entries[2].people.isKnown("Ann"))
  }

  @Test func `damage is detected and never read as a window`() throws {
    let directory = try TemporaryDirectory()
    let checks = try Self.written(directory)
    let whole = try directory.read("w")
    let windows = try Self.entries(whole).map { "\($0.window)" }
    var mutator = ByteMutator(
      seed: 2, tokens: ["\n", "null", "[[[[[[[[[[[[[[[[[[[[[[[[", "-1", "1e99", "\"window\":"])
    for _ in 0..<FuzzRounds.count(2000) {
      for entry in try Self.entries(mutator.mutate(whole)) {
        // The check covers the bytes, so an entry with the right check is the one written.
        guard let place = checks.firstIndex(of: entry.check) else { continue }
        #expect("\(entry.window)" == windows[place])
      }
    }
  }

  // MARK: - Results

  @Test func `answers are found in any order, and come before errors`() throws {
    let directory = try TemporaryDirectory()
    let names = (1...3).map { BatchQuestionName(batch: 1, place: $0, body: [], subject: []) }
    func line(_ place: Int, _ content: String?) -> String {
      content.map {
        #"{"custom_id":"\#(names[place - 1])","response":{"status_code":200,"body":{"choices":[{"message":{"content":"\#($0)"}}]}},"error":null}"#
      } ?? #"{"custom_id":"\#(names[place - 1])","response":null,"error":{"code":"x"}}"#
    }
    try directory.write(
      [line(2, nil), line(3, "c"), "{", line(1, "a")].joined(separator: "\n"), to: "a")
    try directory.write(
      [line(1, nil), line(2, "b"), line(3, "other"), #"{"custom_id":"x","error":{}}"#].joined(
        separator: "\r\n"), to: "b")
    let folder = try DiskFolder(existing: directory.path)
    var index = ResultIndex()
    for name in ["a", "b", "b"] { try index.add(folder.open(name, .reading), path: name) }
    #expect(index.batches == [1] && index.count(ofBatch: 1) == 3)
    #expect(index.broken.count == 1 && index.broken[0].first == 3)
    #expect(index.foreign == 2 && index.repeated == 6)
    for (place, text) in [(1, "a"), (2, "b"), (3, "c")] {
      let found = try #require(index.place(1, place))
      let answer = try #require(try index.answer(at: found, to: names[place - 1].description))
      guard case .use(let reply) = answer.reading.responseAction else {
        Issue.record("\(answer.reading.responseAction)")
        continue
      }
      #expect(reply.text == text)
      #expect(try index.answer(at: found, to: "another") == nil)
    }
    #expect(index.place(2, 1) == nil && index.place(1, 4) == nil)
  }
}
