import TestSupport
import Testing

@testable import Store

@Suite struct SortedFileTests {
  static let layout = RecordLayout(kind: "test", size: 24, keySize: 8)

  static func record(_ key: UInt64, _ value: Int) -> [UInt8] {
    var bytes = withUnsafeBytes(of: key.bigEndian) { Array($0) }
    bytes += withUnsafeBytes(of: value) { Array($0) }
    return bytes + Array(repeating: 7, count: 8)
  }

  static func key(_ record: ArraySlice<UInt8>) -> UInt64 {
    record.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// An index of some keys, sorted with little memory.
  static func index(_ keys: [UInt64], in folder: DiskFolder) throws -> SortedFile {
    let sorter = RecordSorter(folder, layout, memory: 24 * 100)
    for (value, key) in keys.enumerated() { try sorter.add(record(key, value)) }
    try sorter.write(to: try folder.open("x", .replacing))
    return try SortedFile(try folder.open("x", .reading), path: "x", layout)
  }

  @Test(arguments: [0, 1, 99, 100, 101, 169, 170, 171, 5000], [1000, 1 << 40, UInt64.max])
  func `records come out in order, however many and however spread`(
    count: Int, limit: UInt64
  ) throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(existing: directory.path)
    var random = SeededRandom(seed: UInt64(count))
    let keys = (0..<count).map { _ in UInt64.random(in: 0..<limit, using: &random) }
    let index = try Self.index(keys, in: folder)
    #expect(index.count == count)
    let read = try (0..<count).map { Self.key(try index.record(at: $0)) }
    #expect(read == keys.sorted())
    let some = keys.prefix(20).flatMap { [$0, $0 &+ 1] }
    for wanted: UInt64 in [0, 1, 500, 999, 1000, limit, .max] + some {
      let bytes = Self.record(wanted, 0).prefix(8)
      #expect(try index.lowerBound(Array(bytes)) == keys.count { $0 < wanted })
    }
    #expect(try folder.names() == ["x"])
  }

  @Test func `records of one key keep the order in which they were added`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(existing: directory.path)
    let index = try Self.index(Array(repeating: 5, count: 1000), in: folder)
    let values = try (0..<1000).map { place in
      Array(try index.record(at: place))[8..<16].withUnsafeBytes { $0.load(as: Int.self) }
    }
    #expect(values == Array(0..<1000))
  }

  @Test func `an index that lacks records which were sorted is not made`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(existing: directory.path)
    let sorter = RecordSorter(folder, Self.layout, memory: 24 * 100)
    for key in 0..<250 { try sorter.add(Self.record(UInt64(key), key)) }
    try directory.write(try directory.read("sort.test.1").prefix(24 * 60 + 7), to: "sort.test.1")
    #expect(throws: IndexError.incomplete(kind: "test")) {
      try sorter.write(to: try folder.open("x", .replacing))
    }
  }

  @Test func `every damaged page is refused by name, and no wrong record is handed out`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(existing: directory.path)
    let keys = (0..<300).map { UInt64($0) }
    _ = try Self.index(keys, in: folder)
    let whole = try directory.read("x")
    var random = SeededRandom(seed: 1)
    for _ in 0..<300 {
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
        1 << UInt8.random(in: 0...7, using: &random)
      try directory.write(bytes, to: "x")
      var refused = false
      do {
        let index = try SortedFile(try folder.open("x", .reading), path: "x", Self.layout)
        for place in 0..<300 { #expect(Self.key(try index.record(at: place)) == keys[place]) }
      } catch is IndexError {
        refused = true
      }
      #expect(refused)
    }
    try directory.write(whole.prefix(5000), to: "x")
    #expect(throws: IndexError.self) {
      let index = try SortedFile(try folder.open("x", .reading), path: "x", Self.layout)
      _ = try index.record(at: 0)
    }
  }

  @Test func `a file of another kind is refused`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(existing: directory.path)
    _ = try Self.index([1], in: folder)
    #expect(throws: IndexError.self) {
      try SortedFile(
        try folder.open("x", .reading), path: "x",
        RecordLayout(kind: "other", size: 24, keySize: 8))
    }
  }
}
