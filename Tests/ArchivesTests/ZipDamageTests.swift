import Archives
import TestSupport
import Testing

/// Zips that are damaged, contradict themselves or exceed limits, and files that are not zips.
@Suite struct ZipDamageTests {
  typealias Lie = (
    name: String, error: ArchiveError, adjust: @Sendable (inout ZipWriter.Member) -> Void
  )

  static let text = String(repeating: "Please review the draft. ", count: 200)

  /// Three members; `adjust` changes the second.
  static func archive(_ adjust: (inout ZipWriter.Member) -> Void = { _ in }) -> ZipWriter {
    var zip = ZipWriter()
    zip.add("first", text)
    zip.add("second", text, adjust)
    zip.add("third", text)
    return zip
  }

  static let lies: [Lie] = [
    ("encrypted", .encrypted(member: "second"), { $0.flags = 1 }),
    ("strongly encrypted", .encrypted(member: "second"), { $0.flags = 0x40 }),
    (
      "other method", .unsupportedMethod(member: "second", method: 12),
      { $0.declaredMethod = 12 }
    ),
    ("checksum", .checksumMismatch(member: "second"), { $0.declaredChecksum = 1 }),
    (
      "stored checksum", .checksumMismatch(member: "second"),
      {
        $0.declaredChecksum = 1
        $0.isDeflated = false
      }
    ),
    (
      "size too small", .sizeMismatch(member: "second", declared: 4999, found: 5000),
      { $0.declaredSize = 4999 }
    ),
    (
      "size zero", .sizeMismatch(member: "second", declared: 0, found: 1),
      { $0.declaredSize = 0 }
    ),
    (
      "size too large", .sizeMismatch(member: "second", declared: 5001, found: 5000),
      { $0.declaredSize = 5001 }
    ),
    (
      "stored sizes differ", .sizeMismatch(member: "second", declared: 5001, found: 5000),
      {
        $0.declaredSize = 5001
        $0.isDeflated = false
      }
    ),
    (
      "compressed size too small",
      .damaged(member: "second", detail: "its compressed bytes have no end"),
      { $0.declaredCompressedSize = 9 }
    ),
    (
      "compressed size zero",
      .damaged(member: "second", detail: "its compressed bytes have no end"),
      { $0.declaredCompressedSize = 0 }
    ),
    (
      "compressed size runs over the next", .overlapping(member: "second"),
      { $0.declaredCompressedSize = 90 }
    ),
    (
      "compressed size beyond all", .overlapping(member: "second"),
      {
        $0.isZip64 = true
        $0.declaredCompressedSize = 1 << 62
      }
    ),
    (
      "size that is negative", .damaged(member: "second", detail: "its sizes are invalid"),
      {
        $0.isZip64 = true
        $0.declaredSize = .max
      }
    ),
    (
      "size beyond the limit", .tooLarge(member: "second", limit: 16 << 30),
      {
        $0.isZip64 = true
        $0.declaredSize = 1 << 62
      }
    ),
    (
      "ratio", .ratioTooHigh(member: "second", limit: 200), { $0.declaredSize = 100 << 20 }
    ),
    ("offset inside another", .headerMismatch(member: "second"), { $0.declaredOffset = 20 }),
    (
      "offset beyond the file", .headerMismatch(member: "second"), { $0.declaredOffset = 1 << 30 }
    ),
    (
      "offset beyond all", .headerMismatch(member: "second"),
      {
        $0.isZip64 = true
        $0.declaredOffset = UInt64(Int.max)
      }
    ),
    (
      "other name in front", .headerMismatch(member: "second"),
      { $0.localName = Array("other!".utf8) }
    ),
    (
      "not deflate", .damaged(member: "second", detail: "invalid block type"),
      { $0.compressed = Array(repeating: 0xff, count: 60) }
    ),
    (
      "deflate without end", .damaged(member: "second", detail: "its compressed bytes have no end"),
      { $0.compressed = Array(Deflate.raw(Array(text.utf8)).dropLast(4)) }
    ),
  ]

  @Test(arguments: lies)
  func `a member with false data is refused by name, and the others are read`(lie: Lie) throws {
    let bytes = Self.archive(lie.adjust).bytes()
    let archive = try ZipArchive(bytes)
    #expect(archive.problems.isEmpty, "\(lie.name)")
    let contents = archive.contents()
    #expect(contents["second"] == .failure(lie.error), "\(lie.name)")
    #expect(contents["first"] == .success(Self.text), "\(lie.name)")
    #expect(contents["third"] == .success(Self.text), "\(lie.name)")
    #expect("\(lie.error)".contains("\"second\""), "\(lie.name)")
  }

  @Test func `a fault is thrown again, and what came before it is given first`() throws {
    var zip = ZipWriter()
    let noise = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    zip.add("a", noise) { $0.compressed = Array(Deflate.raw(noise).dropLast(1000)) }
    zip.add("b", noise) {
      $0.isDeflated = false
      $0.contents[399_000] ^= 1
      $0.declaredChecksum = Deflate.checksum(noise)
    }
    let archive = try ZipArchive(zip.bytes())
    var cut: [UInt8] = []
    var reader = try archive.open(archive.entries[0])
    for _ in 0..<2 {
      #expect(
        throws: ArchiveError.damaged(member: "a", detail: "its compressed bytes have no end")
      ) { try reader.readAll(into: &cut) }
    }
    #expect(cut.count > 300_000)
    #expect(cut.elementsEqual(noise.prefix(cut.count)))
    var wrong: [UInt8] = []
    var stored = try archive.open(archive.entries[1])
    for _ in 0..<2 {
      #expect(throws: ArchiveError.checksumMismatch(member: "b")) {
        try stored.readAll(into: &wrong, step: 100_000)
      }
    }
    #expect(wrong.count == 300_000)
  }

  @Test(arguments: [
    ("count too high", 4), ("count too low", 2), ("no count", 0), ("absurd count", 65_000),
    ("beyond 16 bits", 1 << 40),
  ])
  func `a wrong count is reported, and all members are read`(name: String, count: Int) throws {
    var zip = Self.archive()
    zip.declaredCount = count
    zip.hasZip64End = count > 0xffff
    let archive = try ZipArchive(zip.bytes())
    #expect(archive.problems.listed == [.directoryCount(declared: count, found: 3)], "\(name)")
    #expect(archive.contents().values.allSatisfy { $0 == .success(Self.text) }, "\(name)")
  }

  @Test func `every bit of the directory may be wrong without harm to other members`() throws {
    let bytes = Self.archive().bytes()
    let directory = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4b, 1, 2]) })
    for place in directory..<bytes.count {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << UInt8(bit)
        let archive = try ZipArchive(damaged)
        let contents = archive.contents()
        let readable = contents.values.filter { $0 == .success(Self.text) }.count
        #expect(readable >= 2, "byte \(place - directory), bit \(bit)")
        let isTold =
          !archive.problems.isEmpty
          || contents.values.contains { if case .failure = $0 { true } else { false } }
        #expect(readable == 3 || isTold, "byte \(place - directory), bit \(bit)")
      }
    }
  }

  @Test func `wherever a file is cut, the members before are read and the cut is told of`() throws {
    for descriptor in [ZipWriter.Member.Descriptor.none, .signed, .unsigned] {
      let bytes = Self.archive { $0.descriptor = descriptor }.bytes()
      let starts = bytes.indices.filter { bytes[$0...].starts(with: [0x50, 0x4b, 3, 4]) }
      let directory = try #require(
        bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4b, 1, 2]) })
      let ends = starts.dropFirst() + [directory]
      for length in 4..<bytes.count {
        let archive = try ZipArchive(Array(bytes.prefix(length)))
        #expect(archive.problems.listed.first == .endMissing)
        let contents = archive.contents()
        let whole = ends.filter { $0 <= length }.count
        #expect(contents.values.filter { $0 == .success(Self.text) }.count >= whole)
        #expect(
          contents.values.allSatisfy {
            switch $0 {
            case .success(let text): text == Self.text
            case .failure(.cutShort): true
            case .failure: false
            }
          })
      }
    }
  }

  @Test func `a zip within a zip that was cut short is not taken for the whole`() throws {
    var outer = ZipWriter()
    outer.add("letter.txt", "text")
    outer.add("inner.zip", Self.archive().bytes()) { $0.isDeflated = false }
    outer.add("last.txt", "text")
    let bytes = outer.bytes()
    let end = try #require(bytes.indices.last { bytes[$0...].starts(with: [0x50, 0x4b, 3, 4]) })
    let archive = try ZipArchive(Array(bytes.prefix(end + 5)))
    #expect(archive.entries.map(\.name) == ["letter.txt", "inner.zip"])
    #expect(archive.problems.listed.first == .endMissing)
  }

  @Test func `without an end, members behind a zip whose header is damaged are found`() throws {
    var outer = ZipWriter()
    outer.add("inner.zip", Self.archive().bytes()) { $0.isDeflated = false }
    outer.add("last.txt", "text")
    var bytes = Array(outer.bytes().dropLast(30))
    bytes[30] ^= 1
    bytes[0...3] = [0x50, 0x4b, 7, 8]
    let archive = try ZipArchive(bytes)
    #expect(archive.contents()["last.txt"] == .success("text"))
    #expect(archive.problems.listed == [.endMissing, .directoryDamaged(offset: 4)])
  }

  @Test func `without an end, members of every form are found`() throws {
    for form in ArchiveForms.zip {
      let bytes = ArchiveForms.sample(form.adjust).bytes()
      let cut = Array(bytes.dropLast(30))
      let archive = try ZipArchive(cut)
      #expect(archive.entries.count == 5, "\(form.name)")
      #expect(archive.contents().values.allSatisfy { (try? $0.get()) != nil }, "\(form.name)")
      #expect(archive.problems.listed.first == .endMissing)
      #expect(try ZipArchive(TricklingSource(cut, step: 900)).entries.count == 5, "\(form.name)")
    }
  }

  @Test func `overlapping members are refused but for the last`() throws {
    var zip = ZipWriter()
    zip.add("bomb", Self.text)
    for _ in 0..<9 { zip.add("bomb", []) { ($0.declaredOffset, $0.isDeflated) = (0, false) } }
    for index in 1...9 {
      zip.members[index].name = Array("bomb".utf8)
      zip.members[index].declaredMethod = 8
      zip.members[index].declaredSize = UInt64(Self.text.utf8.count)
      zip.members[index].declaredCompressedSize = UInt64(Deflate.raw(Array(Self.text.utf8)).count)
      zip.members[index].declaredChecksum = Deflate.checksum(Array(Self.text.utf8))
    }
    let archive = try ZipArchive(zip.bytes())
    #expect(archive.entries.count == 1)
    #expect(archive.contents() == ["bomb": .success(Self.text)])
  }

  @Test func `limits of the whole archive are kept`() throws {
    let bytes = Self.archive().bytes()
    var limits = ArchiveLimits()
    limits.entries = 2
    #expect(throws: ArchiveError.tooManyEntries(limit: 2)) {
      try ZipArchive(bytes, limits: limits)
    }
    #expect(throws: ArchiveError.tooManyEntries(limit: 2)) {
      try ZipArchive(Array(bytes.dropLast(10)), limits: limits)
    }
    limits = ArchiveLimits()
    limits.totalSize = 14_999
    #expect(throws: ArchiveError.archiveTooLarge(size: 15_000, limit: 14_999)) {
      try ZipArchive(bytes, limits: limits)
    }
    limits.totalSize = 15_000
    #expect(try ZipArchive(bytes, limits: limits).contents().count == 3)
    limits.ratio = 20
    limits.ratioFloor = 10_000
    let most = max(10_000, bytes.count * 20)
    #expect(most < 15_000)
    #expect(throws: ArchiveError.archiveTooLarge(size: 15_000, limit: most)) {
      try ZipArchive(bytes, limits: limits)
    }
  }

  @Test func `limits of a member are kept`() throws {
    let bytes = Self.archive { $0.isDeflated = false }.bytes()
    var limits = ArchiveLimits()
    limits.memberSize = 4999
    #expect(
      try ZipArchive(bytes, limits: limits).contents()["first"]
        == .failure(.tooLarge(member: "first", limit: 4999)))
    limits = ArchiveLimits()
    limits.ratioFloor = 4999
    limits.ratio = 3
    let archive = try ZipArchive(bytes, limits: limits)
    #expect(archive.contents()["first"] == .failure(.ratioTooHigh(member: "first", limit: 3)))
    #expect(archive.contents()["second"] == .success(Self.text))
  }

  @Test func `limits hold for members that tell their size only afterwards`() throws {
    var zip = ZipWriter()
    zip.add("bomb", Array(repeating: 0, count: 1 << 20)) { $0.descriptor = .signed }
    zip.add("after", "text")
    let cut = Array(zip.bytes().dropLast(30))
    var limits = ArchiveLimits()
    limits.memberSize = 1 << 19
    var archive = try ZipArchive(cut, limits: limits)
    #expect(archive.problems.listed.contains(.tooLarge(member: "bomb", limit: 1 << 19)))
    #expect(archive.contents()["after"] == .success("text"))
    limits = ArchiveLimits()
    limits.ratioFloor = 1 << 16
    archive = try ZipArchive(cut, limits: limits)
    #expect(archive.problems.listed.contains(.ratioTooHigh(member: "bomb", limit: 200)))
    limits = ArchiveLimits()
    limits.totalSize = 1 << 19
    #expect(throws: ArchiveError.self) { try ZipArchive(cut, limits: limits) }
  }

  @Test(
    arguments: [
      ("nothing", [], ArchiveError.notZip), ("text", Array("hello, this is no zip".utf8), .notZip),
      ("a letter", [0x50], .notZip), ("gzip", GzipMember("text".utf8).bytes(), .notZip),
    ] as [(String, [UInt8], ArchiveError)])
  func `a file that is not a zip is refused`(name: String, bytes: [UInt8], error: ArchiveError) {
    #expect(throws: error, "\(name)") { try ZipArchive(bytes) }
  }

  @Test func `a part of a split zip is refused`() throws {
    var bytes = Self.archive().bytes()
    bytes[bytes.count - 18] = 2
    bytes[bytes.count - 16] = 2
    #expect(throws: ArchiveError.split) { try ZipArchive(bytes) }
  }

  @Test func `problems are counted beyond those that are listed`() throws {
    var zip = ZipWriter()
    for number in 0..<300 { zip.add("../\(number)", "") }
    let archive = try ZipArchive(zip.bytes())
    #expect(archive.problems.count == 300)
    #expect(archive.problems.listed.count == 100)
  }

  @Test func `a failing source is reported`() throws {
    struct Failure: Error {}
    struct FailingSource: RandomAccessSource {
      let size = 1000
      func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        throw Failure()
      }
    }
    #expect(throws: Failure.self) { try ZipArchive(FailingSource()) }
  }
}
