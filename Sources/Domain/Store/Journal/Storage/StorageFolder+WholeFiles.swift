/// Reading and appending whole arrays of bytes. Below, for folders: opening files that may be missing, replacing whole
/// files, and testing for free space.
extension StorageFile {
  /// Appends all bytes.
  public func append(_ bytes: [UInt8]) throws(StorageError) {
    try bytes.withUnsafeBufferPointer { bytes throws(StorageError) in
      try append(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Reads up to `count` bytes at an offset. Fewer are returned only at the file's end.
  public func read(_ count: Int, at offset: Int) throws(StorageError) -> [UInt8] {
    var failure: StorageError?
    // Unfilled memory stays untouched: many callers ask for the largest size that a file may have.
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

/// Opening files that may be missing, and replacing whole files.
extension StorageFolder {
  /// Opens a file for reading; nil if it does not exist.
  public func openIfThere(_ name: String) throws(StorageError) -> (any StorageFile)? {
    try identity(of: name) == nil ? nil : open(name, .reading)
  }

  /// Replaces a file with what `write` writes. It is on disk when the call returns.
  @discardableResult
  public func replace(
    _ name: String, _ write: (any StorageFile) throws -> Void
  ) throws -> any StorageFile {
    let new = try NewFile(name, in: self)
    try write(new.file)
    try new.put()
    return new.file
  }

  /// Replaces the contents of a file, either completely or not at all. They are on disk when the call returns.
  public func replace(_ name: String, with bytes: [UInt8]) throws {
    try replace(name) { try $0.append(bytes) }
  }

  /// Throws if so many bytes cannot be stored. The file `name` is overwritten and removed.
  public func probe(_ name: String, bytes count: Int) throws(StorageError) {
    defer { try? remove(name) }
    let file = try open(name, .replacing)
    try file.append([UInt8](repeating: 0, count: count))
    try file.sync()
  }
}
