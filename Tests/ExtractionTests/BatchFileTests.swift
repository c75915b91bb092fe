import LanguageModel
import Store
import TestSupport
import Testing

@testable import Extraction

/// The files of a batch: requests, and results with the answers.
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
    #expect(Set(index.names) == Set(names) && index.foreign == 2)
    #expect(index.broken.count == 1 && index.broken[0].first == 3)
    for (name, text) in zip(names, ["a", "b", "c"]) {
      let answer = try #require(try index.answer(to: name))
      guard case .use(let reply) = answer.reading.responseAction else {
        Issue.record("\(answer.reading.responseAction)")
        continue
      }
      #expect(reply.text == text)
    }
    let other = BatchQuestionName(batch: 1, place: 1, body: [1], subject: [])
    #expect(try !index.holds(other) && index.answer(to: other) == nil)
  }
}
