import Archives

/// Opens zips from bytes, and reads streams and members whole. Below: `TricklingSource`.
extension ByteStream where Self: ~Copyable {
  /// All bytes to the end, in reads of at most `step`.
  mutating func readAll(step: Int = 4096) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try readAll(into: &bytes, step: step)
    return bytes
  }

  /// Appends all bytes to the end, or up to the error.
  mutating func readAll(into bytes: inout [UInt8], step: Int = 4096) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: step, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = try read(into: buffer)
      guard count > 0 else { return }
      bytes += buffer[..<count]
    }
  }
}

extension ZipArchive {
  /// Opens the archive in these bytes.
  init(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws {
    try self.init(MemoryArchive(bytes), limits: limits)
  }

  func entry(named name: String) -> ArchiveEntry? { entries.first { $0.name == name } }

  /// All bytes of a member, checked.
  func bytes(of entry: ArchiveEntry) throws -> [UInt8] {
    var reader = try open(entry)
    return try reader.readAll()
  }

  /// The contents of each readable member, and the errors of the others.
  func contents() -> [String: Result<String, ArchiveError>] {
    var contents: [String: Result<String, ArchiveError>] = [:]
    for entry in entries {
      contents[entry.name] = Result { () throws(ArchiveError) in
        do {
          return String(decoding: try bytes(of: entry), as: UTF8.self)
        } catch let error as ArchiveError {
          throw error
        } catch {
          throw .damaged(member: "test", detail: "\(error)")
        }
      }
    }
    return contents
  }
}

extension ArchiveEntry {
  var isFolder: Bool { nameBytes.last == UInt8(ascii: "/") }
}

extension ArchiveProblems {
  var isEmpty: Bool { count == 0 }
}

/// A source that returns a few bytes at a time, as the protocol allows.
struct TricklingSource: RandomAccessSource {
  let whole: MemoryArchive
  let step: Int

  init(_ bytes: [UInt8], step: Int) {
    whole = MemoryArchive(bytes)
    self.step = step
  }

  var size: Int { whole.size }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    whole.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(step)), at: offset)
  }
}
