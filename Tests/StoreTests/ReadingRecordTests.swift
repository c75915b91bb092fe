import TestSupport
import Testing

@testable import Store

/// The record of what a run is reading, from which the next run learns what crashed it.
@Suite struct ReadingRecordTests {
  private let directory: TemporaryDirectory
  private let folder: DiskFolder

  init() throws {
    directory = try TemporaryDirectory()
    folder = try DiskFolder(existing: directory.path)
  }

  private func window(
    _ conversation: String, _ digests: ClosedRange<UInt64>, run: Int = 1
  ) -> ReadingRecord.Window {
    ReadingRecord.Window(
      run: run, conversation: conversation, first: "\(digests.lowerBound)",
      last: "\(digests.upperBound)", digests: Array(digests))
  }

  /// The record of a run; its contents when it is released are those that a dying run leaves.
  private func record(run: Int) throws -> ReadingRecord {
    try ReadingRecord(folder: folder, run: run)
  }

  private func begin(
    _ window: ReadingRecord.Window, in record: ReadingRecord, isAlone: Bool = false
  ) -> Int {
    record.begin([window], isAlone: isAlone).lowerBound
  }

  private func isThere() throws -> Bool { try folder.identity(of: ReadingRecord.name) != nil }

  private func bytes() throws -> [UInt8] { Array(try directory.read(ReadingRecord.name)) }

  @Test func `windows that were not committed are suspects, and those that waited are not`() throws
  {
    let first = try record(run: 1)
    #expect(try first.suspects == ReadingRecord.Content() && !isThere())
    let numbers = (0..<5).map { begin(window("c\($0)", 1...3), in: first) }
    first.end(numbers[0])
    first.hold(numbers[1])
    first.hold(numbers[2])
    first.resume([numbers[2]])
    // Waiting and ended windows are written together with the next begun window.
    _ = begin(window("c5", 1...3), in: first)

    let second = try record(run: 2)
    #expect(second.suspects.windows == [2, 3, 4, 5].map { window("c\($0)", 1...3) })
    #expect(second.fatal == ReadingRecord.Content())
    #expect(second.suspects(ofConversation: "c3") == [1, 2, 3])
    #expect(second.suspects(ofConversation: "c1").isEmpty)
  }

  @Test func `a window read alone when two runs die is fatal, and other suspects stay`() throws {
    let first = try record(run: 1)
    for number in 0..<3 { _ = begin(window("c\(number)", 1...3), in: first) }
    for run in 2...3 {
      let next = try record(run: run)
      #expect(next.fatal == ReadingRecord.Content())
      next.end(begin(window("c0", 1...3, run: run), in: next, isAlone: true))
      // A kill from outside hits the window that is read alone by chance.
      _ = begin(window("c1", 1...2, run: run), in: next, isAlone: true)
    }

    let third = try record(run: 4)
    #expect(third.fatal.windows.map(\.digests) == [[1, 2]])
    // The third message of c1 was not in the window.
    #expect(third.suspects.windows.map(\.conversation) == ["c1", "c2"])
    #expect(third.suspects(ofConversation: "c1") == [3])
    // A fatal window is at least suspected until it is stored elsewhere.
    _ = begin(window("x", 9...9, run: 4), in: third)
    #expect(try record(run: 5).suspects(ofConversation: "c1") == [1, 2, 3])
    third.settleFatal()
    try third.close(isWhole: false)
    #expect(try record(run: 5).suspects(ofConversation: "c1") == [3])
  }

  @Test func `a crashed thread names its window`() throws {
    for (line, windows, files) in [
      ("broke window 2", ["c1"], []), ("broke file 7", [], ["/b"]),
      // Text that is not a number, or a number that was not read, says nothing.
      ("broke window", ["c0", "c1"], ["/a", "/b"]),
    ] as [(String, [String], [String])] {
      let first = try record(run: 1)
      _ = begin(window("c0", 1...3), in: first)
      _ = begin(window("c1", 1...3), in: first)
      first.read(6, path: "/a", thread: 0)
      first.read(7, path: "/b", thread: 1)
      try directory.write(try bytes() + Array((line + "\n").utf8), to: ReadingRecord.name)
      let second = try record(run: 2)
      #expect(second.suspects.windows.map(\.conversation) == windows, "\(line)")
      #expect(second.suspects.files.map(\.path) == files, "\(line)")
      try second.close(isWhole: true)
      try folder.remove(ReadingRecord.name)
    }
  }

  @Test func `files are suspects until they are read alone`() throws {
    let first = try record(run: 1)
    first.read(1, path: "/a", thread: 0)
    first.read(2, path: "/b", thread: 1)
    first.read(3, path: "/c", thread: 1)
    first.read(4, path: "/d", thread: 2)
    first.idle(thread: 2)

    let second = try record(run: 2)
    #expect(second.suspects.files.map(\.path) == ["/a", "/c"])
    // A file that has changed since is still a suspect.
    #expect(second.isSuspect(file: "/a") && !second.isSuspect(file: "/b"))
    second.readAlone(1, path: "/a")
    second.clear("/a")
    second.readAlone(33, path: "/c")
    // The file is not being read when the run dies, and files read next to it are not the cause.
    second.read(8, path: "/list", thread: 0)
    for run in 3...4 {
      let next = try record(run: run)
      #expect(next.fatal == ReadingRecord.Content())
      #expect(next.suspects.files.map(\.path) == ["/c"])
      next.readAlone(33, path: "/c")
      next.read(33, path: "/c", thread: 1)
    }
    let last = try record(run: 5)
    #expect(last.fatal.files.map(\.number) == [33] && last.suspects == ReadingRecord.Content())
    last.settleFatal()
    try last.close(isWhole: true)
    #expect(try !isThere())
  }

  @Test func `a crash that names the window read alone is sufficient proof`() throws {
    for (line, windows, files) in [
      ("broke window 1", ["c0"], []), ("broke file 7", [], ["/a"]), ("broke file 8", [], []),
    ] as [(String, [String], [String])] {
      let first = try record(run: 1)
      if windows.isEmpty {
        first.readAlone(7, path: "/a")
        first.read(7, path: "/a", thread: 0)
      } else {
        _ = begin(window("c0", 1...3), in: first, isAlone: true)
      }
      try directory.write(try bytes() + Array((line + "\n").utf8), to: ReadingRecord.name)
      let second = try record(run: 2)
      #expect(second.fatal.windows.map(\.conversation) == windows, "\(line)")
      #expect(second.fatal.files.map(\.path) == files, "\(line)")
      try folder.remove(ReadingRecord.name)
    }
  }

  @Test func `a finished run leaves only what it could not read`() throws {
    let first = try record(run: 1)
    _ = begin(window("c0", 1...3), in: first)
    _ = begin(window("c1", 1...3), in: first)
    let second = try record(run: 2)
    _ = begin(window("x", 1...3), in: second)
    // c1 may belong to another archive.
    #expect(second.suspects(ofConversation: "c0") == [1, 2, 3])
    try second.close(isWhole: true)
    let third = try record(run: 3)
    #expect(third.suspects.windows == [window("c1", 1...3)])
    #expect(third.suspects(ofConversation: "c1") == [1, 2, 3])
    // A run that was asked to stop has not read it.
    try third.close(isWhole: false)
    let fourth = try record(run: 4)
    #expect(fourth.suspects(ofConversation: "c1") == [1, 2, 3])
    try fourth.close(isWhole: true)
    #expect(try !isThere())
    // Nothing is recorded after this.
    _ = begin(window("c1", 1...3), in: fourth)
    #expect(try !isThere())
  }

  @Test func `a suspect that could not be read stays a suspect`() throws {
    _ = begin(window("c0", 1...3), in: try record(run: 1))
    for run in 2...3 {
      let next = try record(run: run)
      #expect(next.suspects(ofConversation: "c0") == [1, 2, 3])
      next.end(begin(window("c0", 1...3, run: run), in: next, isAlone: true), isRead: false)
      // Run 3 dies while it reads something else.
      if run == 2 { try next.close(isWhole: true) } else { _ = begin(window("x", 1...1), in: next) }
    }
    let last = try record(run: 4)
    #expect(last.fatal == ReadingRecord.Content())
    #expect(last.suspects(ofConversation: "c0") == [1, 2, 3])
  }

  @Test func `a suspect that never recurs is eventually forgotten`() throws {
    _ = begin(window("c0", 1...3), in: try record(run: 1))
    #expect(try record(run: 101).suspects.windows.count == 1)
    #expect(try record(run: 102).suspects.windows.isEmpty)
  }

  @Test func `a line that was cut short loses only itself`() throws {
    let first = try record(run: 1)
    _ = begin(window("c0", 1...3), in: first)
    _ = begin(window("c1", 1...300), in: first)
    let whole = try bytes()
    let last = try #require(whole.dropLast().lastIndex(of: 0x0A))
    for length in stride(from: last + 2, to: whole.count - 1, by: 7) {
      try directory.write(whole[..<length], to: ReadingRecord.name)
      #expect(try record(run: 2).suspects.windows == [window("c0", 1...3)], "\(length)")
    }
    // A line that differs from what was written is not trusted.
    for place in stride(from: 0, to: whole.count, by: 3) where whole[place] != 0x0A {
      var damaged = whole
      damaged[place] ^= 1
      try directory.write(damaged, to: ReadingRecord.name)
      let windows = try record(run: 2).suspects.windows
      #expect(windows.allSatisfy { $0.digests == Array(1...3) || $0.digests == Array(1...300) })
      #expect(windows.count <= 1, "byte \(place)")
    }
  }

  @Test(arguments: ["", "\n\n", "{}\n", "not a record\n", "broke window 1\n", "\u{0}\u{0}\u{0}"])
  func `a file in another format is not a record`(text: String) throws {
    try directory.write(text, to: ReadingRecord.name)
    let record = try record(run: 2)
    #expect(record.suspects == ReadingRecord.Content() && record.fatal == ReadingRecord.Content())
    try record.close(isWhole: true)
    #expect(try !isThere())
  }

  @Test func `a record of a later version is not read`() throws {
    _ = begin(window("c0", 1...3), in: try record(run: 1))
    let lines = try bytes().split(separator: 0x0A).dropFirst()
    var header: [UInt8] = []
    JournalLine.append(Array(#"{"reading":2,"run":1}"#.utf8), sequence: 0, to: &header)
    for line in lines { header += line + [0x0A] }
    try directory.write(header, to: ReadingRecord.name)
    #expect(try record(run: 2).suspects == ReadingRecord.Content())
  }

  @Test func `a long run keeps the file short, with everything that matters`() throws {
    let record = try record(run: 1)
    let held = begin(window("held", 1...9), in: record)
    record.hold(held)
    _ = begin(window("slow", 1...9), in: record)
    for number in 0..<3000 {
      record.end(begin(window("c\(number)", 1...200), in: record))
      if number % 100 == 0 { #expect(try bytes().count < 2 << 20) }
    }
    _ = begin(window("last", 1...9), in: record)
    let next = try self.record(run: 2)
    #expect(next.suspects.windows.map(\.conversation) == ["slow", "last"])
  }

  @Test func `a failing record is reported once and does not stop reading`() throws {
    // A folder blocks the path of the new file.
    try directory.write("", to: "\(ReadingRecord.name).new/file")
    let record = try record(run: 1)
    record.end(begin(window("c0", 1...3), in: record))
    _ = begin(window("c1", 1...3), in: record, isAlone: true)
    #expect(record.takeProblem()?.operation == .open)
    #expect(record.takeProblem() == nil)
    try record.close(isWhole: true)
  }
}
