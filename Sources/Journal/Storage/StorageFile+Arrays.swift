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
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBytes { buffer -> Result<Int, StorageError> in
      Result { () throws(StorageError) in
        var filled = 0
        while filled < count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
          let added = try read(into: rest, at: offset + filled)
          if added == 0 { break }
          filled += added
        }
        return filled
      }
    }
    bytes.removeLast(count - (try result.get()))
    return bytes
  }
}
