import Glibc
import Store
import Synchronization
import System

/// A folder on disk that, on demand, has no free space or cannot open files.
struct FullFolder: StorageFolder {
  /// The operation that fails.
  enum Fault {
    case none, writing, syncing
    /// Writing fails until a file of more than 32 KiB is removed.
    case filled
    /// No file descriptors are left.
    case opening
  }

  /// State shared by all folders and files of a disk.
  final class Disk: Sendable {
    private let fault = Mutex(Fault.none)

    func set(_ new: Fault) { fault.withLock { $0 = new } }

    func noteRoom() { fault.withLock { if $0 == .filled { $0 = .none } } }

    func pass(_ wanted: Fault, _ operation: StorageError.Operation) throws(StorageError) {
      let now = fault.withLock { $0 }
      if now == wanted || now == .filled && wanted == .writing {
        let number = wanted == .opening ? EMFILE : ENOSPC
        throw StorageError(operation, path: "/home/ann/hub", number: number)
      }
    }
  }

  let base: any StorageFolder
  let disk: Disk

  var path: String { base.path }

  func open(_ name: String, _ mode: OpenMode) throws(StorageError) -> any StorageFile {
    try disk.pass(.opening, .open)
    return FullFile(base: try base.open(name, mode), disk: disk)
  }

  func rename(_ name: String, to other: String) throws(StorageError) {
    try base.rename(name, to: other)
  }

  func remove(_ name: String) throws(StorageError) {
    let size = try base.open(name, .reading).size()
    try base.remove(name)
    if size > 32 << 10 { disk.noteRoom() }
  }

  func sync() throws(StorageError) { try base.sync() }

  func identity(of name: String) throws(StorageError) -> FileIdentity? {
    try base.identity(of: name)
  }

  func removeFolder(_ name: String) throws(StorageError) { try base.removeFolder(name) }

  func names() throws(StorageError) -> [String] { try base.names() }

  func folder(_ name: String) throws(StorageError) -> any StorageFolder {
    FullFolder(base: try base.folder(name), disk: disk)
  }

  func existingFolder(_ name: String) throws(StorageError) -> any StorageFolder {
    FullFolder(base: try base.existingFolder(name), disk: disk)
  }

  func lock(_ name: String, wait: Bool) throws(StorageError) -> (any StorageLock)? {
    try base.lock(name, wait: wait)
  }
}

/// A file in such a folder.
private final class FullFile: StorageFile {
  private let base: any StorageFile
  private let disk: FullFolder.Disk

  init(base: any StorageFile, disk: FullFolder.Disk) {
    self.base = base
    self.disk = disk
  }

  func size() throws(StorageError) -> Int { try base.size() }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(StorageError) -> Int { try base.read(into: buffer, at: offset) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError) {
    do {
      try disk.pass(.writing, .write)
    } catch {
      // A full disk still accepts part of the data.
      try base.append(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]))
      throw error
    }
    try base.append(bytes)
  }

  func truncate(to size: Int) throws(StorageError) { try base.truncate(to: size) }

  func sync() throws(StorageError) {
    try disk.pass(.syncing, .sync)
    try base.sync()
  }

  func identity() throws(StorageError) -> FileIdentity { try base.identity() }
}
