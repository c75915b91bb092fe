package import Store

/// Writes the request files of one batch, split at the limits of a file. They have temporary names until they are put
/// into place.
package final class RequestFiles {
  /// The limits of a file; the defaults are OpenAI's.
  package struct Limits: Sendable {
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
    // Unfinished files are of no use.
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

  /// Ends writing. All files are on disk when the call returns, under their temporary names.
  package func close() throws {
    try buffer?.finish()
    buffer = nil
  }

  package func put() throws {
    isPut = true
    try Self.put(parts.map(\.name), in: folder)
  }

  /// Renames files from their temporary names, the first one last: if it exists, all do.
  package static func put(_ names: [String], in folder: any StorageFolder) throws {
    for name in names.reversed() where try folder.identity(of: NewFile.temporary(name)) != nil {
      try folder.rename(NewFile.temporary(name), to: name)
    }
    try folder.sync()
  }
}
