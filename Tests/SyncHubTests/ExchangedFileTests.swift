import ActionItems
import CivilTime
import ItemRecords
import Store
import TestSupport
import Testing

@testable import Sync

@Suite struct ExchangedFileTests {
  static func version(_ task: String) -> ExchangedVersion {
    ExchangedVersion(
      ItemRecord(
        item: ActionItem(
          id: "i", conversationId: "c", task: task, messageId: "m", source: .init(platform: "x"),
          extractedAt: .epoch, model: "m"), number: 0, firstMessageId: "m", wordings: [task]))
  }

  @Test func `the last record is read back, before and after it is written`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(creating: directory.path + "/s")
    var file = ExchangedFile(folder, name: "x.exchanged")
    #expect(try file.version(of: "a") == nil)
    file.note("a", Self.version("one"))
    file.note("b", Self.version("two"))
    #expect(try file.version(of: "a") == Self.version("one"))
    try file.flush()
    file.note("a", Self.version("three"))
    try file.flush()
    var again = ExchangedFile(folder, name: "x.exchanged")
    #expect(try again.version(of: "a") == Self.version("three"))
    #expect(try again.version(of: "b") == Self.version("two"))
    #expect(try again.version(of: "c") == nil)
  }

  @Test func `a damaged or truncated record is ignored, and later records are read`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(creating: directory.path + "/s")
    for id in ["a", "b", "c"] {
      var file = ExchangedFile(folder, name: "x.exchanged")
      file.note(id, Self.version(id))
      try file.flush()
    }
    let opened = try folder.open("x.exchanged", .reading)
    var bytes = try opened.read(try opened.size(), at: 0)
    #expect(bytes.count == 3 * 76)
    bytes[20] ^= 1
    let damaged = try folder.open("x.exchanged", .replacing)
    try damaged.append(bytes.dropLast(10))
    var file = ExchangedFile(folder, name: "x.exchanged")
    #expect(try file.version(of: "a") == nil && file.version(of: "c") == nil)
    #expect(try file.version(of: "b") == Self.version("b"))
    file.note("d", Self.version("d"))
    try file.flush()
    var again = ExchangedFile(folder, name: "x.exchanged")
    #expect(try again.version(of: "d") == Self.version("d"))
  }

  @Test func `a file with many repeats is rewritten with each item once`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(creating: directory.path + "/s")
    var file = ExchangedFile(folder, name: "x.exchanged")
    for round in 0..<1100 {
      file.note("a", Self.version("\(round)"))
      try file.flush()
    }
    var again = ExchangedFile(folder, name: "x.exchanged")
    #expect(try again.version(of: "a") == Self.version("1099"))
    #expect(try folder.open("x.exchanged", .reading).size() == 76)
  }

  @Test func `removing a remote deletes only its files of exchanged versions`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(creating: directory.path + "/s")
    for name in ["a.0", "a.1", "a.b.0", "a.5.0", "b.0"] {
      _ = try folder.open(name + ".exchanged", .replacing)
    }
    try ExchangedFile.removeOthers(of: "a", than: 1, in: folder)
    #expect(
      try folder.names().sorted()
        == ["a.1", "a.5.0", "a.b.0", "b.0"].map { $0 + ".exchanged" })
  }
}
