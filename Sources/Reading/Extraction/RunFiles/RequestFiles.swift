package import Store

/// The files of questions of one batch, cut where the limits of a file are reached. They bear other names
/// until they are put into their places.
package final class RequestFiles {
  /// What a file may hold; the limits are OpenAI's.
  package struct Limits {
    package var lines: Int
    package var bytes: Int

    package init(lines: Int = 50_000, bytes: Int = 200_000_000) {
      (self.lines, self.bytes) = (lines, bytes)
    }
  }

  package private(set) var parts: [BatchState.Part] = []
  private let paths: BatchPaths
  private let folder: any StorageFolder
  private let limits: Limits
  private var buffer: AppendBuffer?
  private var isPut = false

  package init(_ paths: BatchPaths, in folder: any StorageFolder, limits: Limits) {
    (self.paths, self.folder, self.limits) = (paths, folder, limits)
  }

  deinit {
    // Files that could not be finished are of no use to anybody.
    if !isPut { for part in parts { try? folder.remove(NewFile.temporary(part.name)) } }
  }

  package func add(_ line: [UInt8]) throws {
    if let last = parts.last,
      last.requests >= limits.lines || last.requests > 0 && last.bytes + line.count > limits.bytes
    {
      try close()
    }
    if buffer == nil {
      let part = BatchState.Part(name: paths.requests(parts.count + 1))
      buffer = AppendBuffer(try folder.open(NewFile.temporary(part.name), .replacing))
      parts.append(part)
    }
    try buffer?.append { $0 += line }
    parts[parts.count - 1].requests += 1
    parts[parts.count - 1].bytes += line.count
  }

  /// Ends writing: all is on disk when the call returns, and nothing in its place.
  package func close() throws {
    try buffer?.finish()
    buffer = nil
  }

  package func put() throws {
    isPut = true
    try Self.put(parts.map(\.name), in: folder)
  }

  /// Puts files into their places, the first one last: where it is, all are.
  package static func put(_ names: [String], in folder: any StorageFolder) throws {
    for name in names.reversed() where try folder.identity(of: NewFile.temporary(name)) != nil {
      try folder.rename(NewFile.temporary(name), to: name)
    }
    try folder.sync()
  }
}
