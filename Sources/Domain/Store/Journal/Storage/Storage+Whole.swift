extension StorageFile {
  /// Writes all of the bytes at the end.
  public func append(_ bytes: [UInt8]) throws(StorageError) {
    let result = bytes.withUnsafeBytes { buffer -> Result<Void, StorageError> in
      Result { () throws(StorageError) in try append(buffer) }
    }
    try result.get()
  }

  /// Reads up to `count` bytes at a place; fewer come only where the file ends.
  public func read(_ count: Int, at offset: Int) throws(StorageError) -> [UInt8] {
    var failure: StorageError?
    // What is not filled is not touched: many ask for the most that a file may have.
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(StorageError) {
        while filled < count {
          let rest = UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: buffer[filled..<count]))
          let added = try read(into: rest, at: offset + filled)
          if added == 0 { break }
          filled += added
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension StorageFolder {
  /// Opens a file to be read; nil where there is none of that name.
  public func openIfThere(_ name: String) throws(StorageError) -> (any StorageFile)? {
    try identity(of: name) == nil ? nil : open(name, .reading)
  }

  /// Puts a file, as `write` writes it, in the place of another one; on disk when the call returns.
  @discardableResult
  public func replace(
    _ name: String, _ write: (any StorageFile) throws -> Void
  ) throws -> any StorageFile {
    let new = try NewFile(name, in: self)
    try write(new.file)
    try new.put()
    return new.file
  }

  /// Puts bytes in the place of what a file holds: all of them or none, and on disk when the call returns.
  public func replace(_ name: String, with bytes: [UInt8]) throws {
    try replace(name) { try $0.append(bytes) }
  }

  /// Throws where so many bytes cannot be kept; `name` is of no file that is wanted.
  public func probe(_ name: String, bytes count: Int) throws(StorageError) {
    defer { try? remove(name) }
    let file = try open(name, .replacing)
    try file.append([UInt8](repeating: 0, count: count))
    try file.sync()
  }
}
