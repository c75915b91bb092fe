import FoundationEssentials
import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import Store

/// A journal in a temporary folder. `JournalTests`, below, tests writing, reading, damage and locks.
struct JournalFixture {
  let directory: TemporaryDirectory
  let folder: DiskFolder

  init() throws {
    directory = try TemporaryDirectory()
    folder = try DiskFolder(existing: directory.path)
    let file = try folder.open("j", .replacing)
    var header: [UInt8] = []
    JournalLine.append(Array(#"{"journal":{"format":1}}"#.utf8), sequence: 0, to: &header)
    try file.append(header)
  }

  func reader() throws -> JournalReader {
    JournalReader(try folder.open("j", .reading), path: "j")
  }

  func read() throws -> (lines: [String], damages: [JournalDamage], tail: Int) {
    var reader = try reader()
    var lines: [String] = []
    let tail = try reader.readCommitted { line in
      let text = String(decoding: line.bytes, as: UTF8.self)
      lines.append("\(line.sequence) " + text.drop { $0 != "q" }.drop { $0 != "," }.dropFirst())
    }
    return (lines, reader.damages, tail)
  }

  func append(_ values: [[Int]]) throws {
    var reader = try reader()
    try reader.readCommitted { _ in }
    let writer = JournalWriter(try folder.open("j", .appending), path: "j", after: reader.last)
    let commits = values.enumerated().map { number, entries in
      let end = number + 1 < values.count ? #"{"commit":{"run":1,"more":true}}"# : #"{"commit":{}}"#
      return entries.map { Array(#"{"v":\#($0)}"#.utf8) } + [Array(end.utf8)]
    }
    _ = try writer.append(commits)
    #expect(try writer.last == last())
  }

  func last() throws -> LinePlace {
    var reader = try reader()
    try reader.readCommitted { _ in }
    return reader.last
  }
}

@Suite struct JournalTests {
  @Test(arguments: [OpenMode.reading, .appending, .replacing])
  func `what is in the place of a file and none is refused at once`(mode: OpenMode) throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(existing: directory.path)
    try #require(mkfifo(directory.path + "/pipe", 0o600) == 0)
    let error = #expect(throws: StorageError.self) { try folder.open("pipe", mode) }
    #expect(error?.description.contains("it is not a regular file") == true, "\(error as Any)")
  }

  @Test func `what is appended is read, in order, with numbers that rise by one`() throws {
    let journal = try JournalFixture()
    try journal.append([[10, 11], [12]])
    try journal.append([[13]])
    let (lines, damages, tail) = try journal.read()
    #expect(
      lines == [
        #"0 "journal":{"format":1}}"#, #"1 "v":10}"#, #"2 "v":11}"#,
        #"3 "commit":{"run":1,"more":true}}"#,
        #"4 "v":12}"#, #"5 "commit":{}}"#, #"6 "v":13}"#, #"7 "commit":{}}"#,
      ])
    #expect(damages.isEmpty && tail == 0)
  }

  @Test func `a commit that breaks off at any byte does not count`() throws {
    let journal = try JournalFixture()
    try journal.append([[10]])
    let before = try journal.read().lines
    let start = try journal.last().end
    try journal.append([[11, 12]])
    let whole = try journal.directory.read("j")
    for length in start..<whole.count {
      try journal.directory.write(whole.prefix(length), to: "j")
      let (lines, damages, tail) = try journal.read()
      #expect(lines == before && damages.isEmpty && tail == length - start)
    }
  }

  @Test func `every flipped byte is noticed, and costs no line but its own`() throws {
    let journal = try JournalFixture()
    try journal.append([[10, 11], [12, 13], [14]])
    let whole = try journal.directory.read("j")
    let (all, _, _) = try journal.read()
    for index in whole.indices {
      for bit in [0, 3, 7] as [UInt8] {
        var bytes = whole
        bytes[index] ^= 1 << bit
        try journal.directory.write(bytes, to: "j")
        let (lines, damages, tail) = try journal.read()
        #expect(Set(lines).isSubset(of: Set(all)), "byte \(index): \(lines)")
        #expect(!damages.isEmpty || tail > 0, "byte \(index) went unnoticed")
        // A flipped line feed joins two lines; a broken last line of a commit loses the commit.
        #expect(lines.count >= all.count - 2, "byte \(index): \(lines.count) lines")
      }
    }
  }

  @Test func `a line that is missing is noticed`() throws {
    let journal = try JournalFixture()
    try journal.append([[10, 11], [12]])
    var lines = try journal.directory.read("j").split(separator: 0x0A)
    lines.remove(at: 2)
    try journal.directory.write(lines.joined(separator: [0x0A]) + [0x0A], to: "j")
    let (_, damages, _) = try journal.read()
    #expect(damages.count == 1 && damages.first?.missing == 1)
    #expect(damages.first?.afterSequence == 1)
  }

  @Test func `a commit larger than a block is read`() throws {
    let journal = try JournalFixture()
    try journal.append([Array(0..<20_000)])
    let (lines, damages, tail) = try journal.read()
    #expect(lines.count == 20_002 && damages.isEmpty && tail == 0)
  }

  @Test func `lines of a commit that is not all there say so`() throws {
    let journal = try JournalFixture()
    try journal.append([[10, 11], [12], [13]])
    var lines = try journal.directory.read("j").split(separator: 0x0A)
    lines.remove(at: 2)
    try journal.directory.write(lines.joined(separator: [0x0A]) + [0x0A], to: "j")
    var reader = try journal.reader()
    var doubtful: [Int] = []
    try reader.readCommitted { line in
      if line.isFromDamagedCommit { doubtful.append(line.sequence) }
    }
    #expect(doubtful == [1, 3])
  }

  @Test(
    arguments: [
      ("nothing", "", false), ("the beginning of a line", #"{"sum":"00"#, false),
      ("a damaged line", #"{"sum":"00000000"}"# + "\n", true), ("a line feed", "\n", true),
    ])
  func `an unfinished end is told from a damaged one`(
    name: String, tail: String, isDamaged: Bool
  ) throws {
    let journal = try JournalFixture()
    try journal.append([[10]])
    try journal.folder.open("j", .appending).append(Array(tail.utf8))
    var reader = try journal.reader()
    #expect(try reader.readCommitted { _ in } == tail.utf8.count)
    #expect(reader.isTailDamaged == isDamaged && reader.damages.isEmpty, "\(name)")
  }

  private struct Refusal: Error {}

  @Test func `a line that could not be taken comes again`() throws {
    let journal = try JournalFixture()
    try journal.append([[10], [11]])
    var reader = try journal.reader()
    #expect(throws: Refusal.self) {
      try reader.readCommitted { line in if line.sequence == 3 { throw Refusal() } }
    }
    var again: [Int] = []
    try reader.readCommitted { again.append($0.sequence) }
    #expect(again.contains(3) && again.contains(4))
  }

  @Test func `a torn tail that is cut off while it is read is not taken for damage`() throws {
    let journal = try JournalFixture()
    try journal.append([[10]])
    let whole = try journal.directory.read("j")
    try journal.append([[11, 12]])
    let after = try journal.directory.read("j")
    // The first piece still has the torn tail, the next one the bytes written over it.
    let torn = whole + Array(repeating: UInt8(ascii: "x"), count: 60)
    let file = ChangingFile(first: torn, then: after)
    var reader = JournalReader(file, path: "j")
    var sequences: [Int] = []
    try reader.readCommitted { sequences.append($0.sequence) }
    #expect(sequences == [0, 1, 2, 3, 4, 5] && reader.damages.isEmpty)
  }

  @Test func `after a failed write the writer refuses to go on`() throws {
    let journal = try JournalFixture()
    let file = FailingFile(try journal.folder.open("j", .appending))
    let writer = JournalWriter(file, path: "j", after: try journal.last())
    let commit = [Array(#"{"v":1}"#.utf8), Array(#"{"commit":{}}"#.utf8)]
    #expect(throws: StorageError.self) { try writer.append([commit]) }
    #expect(throws: JournalError.failedBefore(path: "j")) { try writer.append([commit]) }
  }

  @Test func `a commit that could not be read again is refused before anything is written`() throws
  {
    let journal = try JournalFixture()
    try journal.append([[10]])
    let before = try journal.directory.read("j")
    let writer = JournalWriter(
      try journal.folder.open("j", .appending), path: "j", after: try journal.last(), limit: 400)
    func commit(_ count: Int) -> [[UInt8]] {
      Array(repeating: Array(#"{"v":1}"#.utf8), count: count) + [Array(#"{"commit":{}}"#.utf8)]
    }
    #expect(throws: JournalError.commitTooLarge(path: "j", limit: 400)) {
      try writer.append([commit(1), commit(10)])
    }
    #expect(try journal.directory.read("j") == before)
    // The writer continues; several commits together may be larger.
    _ = try writer.append(Array(repeating: commit(3), count: 4))
    #expect(try journal.read().lines.count == 19)
  }

  @Test func `a lock keeps others out until it is let go`() throws {
    let journal = try JournalFixture()
    var lock = try journal.folder.lock("lock", wait: false)
    #expect(lock != nil)
    #expect(try journal.folder.lock("lock", wait: false) == nil)
    lock = nil
    #expect(try journal.folder.lock("lock", wait: false) != nil)
  }

  @Test func `a lock ends though a child that is being started has its file open`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(creating: directory.path + "/s")
    var lock = try folder.lock("lock", wait: false)
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let descriptor = files.compactMap { Int32($0) }.first { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(number)")
      return target == "\(directory.path)/s/lock"
    }
    // The state after fork(2): another descriptor of the same open file.
    let copy = dup(try #require(descriptor))
    defer { close(copy) }
    #expect(lock != nil)
    lock = nil
    #expect(try folder.lock("lock", wait: false) != nil)
  }

  @Test func `errors of the system name file and reason`() throws {
    let journal = try JournalFixture()
    #expect(throws: StorageError(.open, path: "\(journal.folder.path)/none", number: ENOENT)) {
      try journal.folder.open("none", .reading)
    }
    let error = StorageError(.sync, path: "/x", number: ENOSPC)
    #expect(error.description.hasPrefix("cannot sync /x: No space left on device; free some space"))
  }
}

/// A file that changes from the second read on.
private final class ChangingFile: StorageFile {
  private let first: [UInt8]
  private let then: [UInt8]
  private let reads = Mutex(0)

  init(first: [UInt8], then: [UInt8]) {
    self.first = first
    self.then = then
  }

  func size() -> Int { then.count }
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    let bytes = reads.withLock { reads in
      reads += 1
      return reads == 1 ? first : then
    }
    let count = max(min(buffer.count, bytes.count - offset), 0)
    if count > 0 { buffer.copyBytes(from: bytes[offset..<offset + count]) }
    return count
  }
  func append(_ bytes: UnsafeRawBufferPointer) {}
  func truncate(to size: Int) {}
  func sync() {}
  func identity() -> FileIdentity { FileIdentity(device: 0, inode: 0) }
}

/// A file with failing syncs.
private final class FailingFile: StorageFile {
  private let file: any StorageFile

  init(_ file: any StorageFile) {
    self.file = file
  }

  func size() throws(StorageError) -> Int { try file.size() }
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(StorageError) -> Int { try file.read(into: buffer, at: offset) }
  func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError) { try file.append(bytes) }
  func truncate(to size: Int) throws(StorageError) { try file.truncate(to: size) }
  func sync() throws(StorageError) { throw StorageError(.sync, path: "j", number: EIO) }
  func identity() throws(StorageError) -> FileIdentity { try file.identity() }
}
