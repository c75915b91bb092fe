import Glibc

final class DiskFile: StorageFile {
  let descriptor: Int32
  private let path: String

  init(owning descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  private func status() throws(StorageError) -> stat {
    var status = stat()
    if fstat(descriptor, &status) != 0 {
      throw StorageError(.read, path: path, number: errno)
    }
    return status
  }

  /// Returns whether it is a regular file, not a pipe, a device or a folder.
  func isRegular() throws(StorageError) -> Bool { try status().st_mode & S_IFMT == S_IFREG }

  func size() throws(StorageError) -> Int { Int(try status().st_size) }

  func identity() throws(StorageError) -> FileIdentity {
    let status = try status()
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(StorageError) -> Int {
    let count = retryingInterrupts { pread(descriptor, buffer.baseAddress, buffer.count, offset) }
    if count < 0 { throw StorageError(.read, path: path, number: errno) }
    return count
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError) {
    var rest = bytes
    while rest.count > 0 {
      let count = retryingInterrupts { write(descriptor, rest.baseAddress, rest.count) }
      if count < 0 { throw StorageError(.write, path: path, number: errno) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  func truncate(to size: Int) throws(StorageError) {
    if retryingInterrupts({ ftruncate(descriptor, size) }) != 0 {
      throw StorageError(.truncate, path: path, number: errno)
    }
  }

  func sync() throws(StorageError) {
    if retryingInterrupts({ fdatasync(descriptor) }) != 0 {
      throw StorageError(.sync, path: path, number: errno)
    }
  }
}

/// A lock on a file on disk, released with this object.
final class DiskLock: StorageLock {
  private let file: DiskFile

  init(file: DiskFile) {
    self.file = file
  }

  // Closing releases the lock only when no process has the file open. Between fork and exec, a child of another thread
  // has it open, too.
  deinit { _ = flock(file.descriptor, LOCK_UN) }

  func note() throws(StorageError) -> [UInt8] { try file.read(4096, at: 0) }

  func setNote(_ bytes: [UInt8]) throws(StorageError) {
    try file.truncate(to: 0)
    if !bytes.isEmpty { try file.append(bytes) }
  }
}
