import System

/// An open file on disk, as a `StorageFile`. `DiskLock` below is a lock on a file.
final class DiskFile: StorageFile {
  private let descriptor: Descriptor
  private let path: String

  init(_ descriptor: Descriptor, path: String) { (self.descriptor, self.path) = (descriptor, path) }

  func status() throws(StorageError) -> FileStatus {
    try StorageError.naming(.read, path) { () throws(SystemError) in try descriptor.status() }
  }

  func size() throws(StorageError) -> Int { try status().size }

  func identity() throws(StorageError) -> FileIdentity { try status().identity }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(StorageError) -> Int {
    try StorageError.naming(.read, path) { () throws(SystemError) in
      try descriptor.read(into: buffer, at: offset)
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError) {
    try StorageError.naming(.write, path) { () throws(SystemError) in try descriptor.write(bytes) }
  }

  func truncate(to size: Int) throws(StorageError) {
    try StorageError.naming(.truncate, path) { () throws(SystemError) in
      try descriptor.truncate(to: size)
    }
  }

  func sync() throws(StorageError) {
    try StorageError.naming(.sync, path) { () throws(SystemError) in try descriptor.syncContents() }
  }
}

/// A lock on a file on disk, released with this object.
final class DiskLock: StorageLock {
  private let descriptor: Descriptor
  private let file: DiskFile

  init(_ descriptor: Descriptor, path: String) {
    self.descriptor = descriptor
    file = DiskFile(descriptor, path: path)
  }

  // Closing releases the lock only when no process has the file open. Between fork and exec, a child of another thread
  // has it open, too.
  deinit { descriptor.unlock() }

  func note() throws(StorageError) -> [UInt8] { try file.read(4096, at: 0) }

  func setNote(_ bytes: [UInt8]) throws(StorageError) {
    try file.truncate(to: 0)
    if !bytes.isEmpty { try file.append(bytes) }
  }
}
