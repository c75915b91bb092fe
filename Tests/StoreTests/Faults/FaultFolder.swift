import Glibc
import Store
import Synchronization
import System

/// A folder of a disk that fails on demand, as one process sees it. Below: its files and locks.
struct FaultFolder: StorageFolder {
  let disk: FaultDisk
  /// The number of restarts of the disk before the process started.
  let generation: Int
  /// The number of the folder on the disk.
  let number: Int
  let path: String

  private func access<Result: Sendable>(
    _ operation: StorageError.Operation, _ name: String? = nil,
    _ body: (inout FaultDisk.State) throws(FaultDisk.Errno) -> Result
  ) throws(StorageError) -> Result {
    try disk.access(generation, operation, name.map { "\(path)/\($0)" } ?? path, body)
  }

  func open(_ name: String, _ mode: OpenMode) throws(StorageError) -> any StorageFile {
    let found = try access(.open, name) { state throws(FaultDisk.Errno) -> Int in
      if let found = state.folders[number]?.names[name] {
        guard state.files[found] != nil else { throw FaultDisk.Errno(EISDIR) }
        if mode == .replacing {
          try state.pass(.create)
          state.files[found]?.truncate(to: 0)
        } else if mode == .appending, state.isReadOnly {
          throw FaultDisk.Errno(EROFS)
        }
        return found
      }
      guard mode != .reading else { throw FaultDisk.Errno(ENOENT) }
      try state.pass(.create)
      let made = state.next
      state.next += 1
      state.files[made] = FaultDisk.FileNode()
      state.folders[number]?.names[name] = made
      return made
    }
    return FaultFile(
      disk: disk, generation: generation, number: found, path: "\(path)/\(name)")
  }

  func rename(_ name: String, to other: String) throws(StorageError) {
    try access(.rename, name) { state throws(FaultDisk.Errno) in
      guard let found = state.folders[number]?.names[name] else {
        throw FaultDisk.Errno(ENOENT)
      }
      try state.pass(.rename)
      state.folders[number]?.names[name] = nil
      state.folders[number]?.names[other] = found
    }
  }

  func remove(_ name: String) throws(StorageError) {
    try access(.remove, name) { state throws(FaultDisk.Errno) in
      guard let found = state.folders[number]?.names[name] else {
        throw FaultDisk.Errno(ENOENT)
      }
      guard state.files[found] != nil else { throw FaultDisk.Errno(EISDIR) }
      try state.pass(.remove)
      state.folders[number]?.names[name] = nil
    }
  }

  func sync() throws(StorageError) {
    try access(.sync) { state throws(FaultDisk.Errno) in
      try state.pass(.syncFolder)
      state.folders[number]?.sync()
    }
  }

  func identity(of name: String) throws(StorageError) -> FileIdentity? {
    try access(.open, name) { state throws(FaultDisk.Errno) in
      state.folders[number]?.names[name].map { FileIdentity(device: 1, inode: UInt64($0)) }
    }
  }

  func removeFolder(_ name: String) throws(StorageError) {
    let inner = try existingFolder(name)
    for file in try inner.names() { try inner.remove(file) }
    try access(.remove, name) { state throws(FaultDisk.Errno) in
      try state.pass(.remove)
      state.folders[number]?.names[name] = nil
    }
  }

  func names() throws(StorageError) -> [String] {
    try access(.list) { state throws(FaultDisk.Errno) in
      (state.folders[number]?.names ?? [:]).keys.sorted()
    }
  }

  func folder(_ name: String) throws(StorageError) -> any StorageFolder {
    let found = try access(.makeFolder, name) { state throws(FaultDisk.Errno) -> Int in
      if let found = state.folders[number]?.names[name] { return found }
      try state.pass(.makeFolder)
      let made = state.next
      state.next += 1
      state.folders[made] = FaultDisk.FolderNode()
      state.folders[number]?.names[name] = made
      return made
    }
    return FaultFolder(
      disk: disk, generation: generation, number: found, path: "\(path)/\(name)")
  }

  func existingFolder(_ name: String) throws(StorageError) -> any StorageFolder {
    let found = try access(.open, name) { state throws(FaultDisk.Errno) -> Int in
      guard let found = state.folders[number]?.names[name] else {
        throw FaultDisk.Errno(ENOENT)
      }
      return found
    }
    return FaultFolder(
      disk: disk, generation: generation, number: found, path: "\(path)/\(name)")
  }

  func lock(_ name: String, wait: Bool) throws(StorageError) -> (any StorageLock)? {
    if try identity(of: name) == nil { _ = try open(name, .appending) }
    let found = try access(.lock, name) { state throws(FaultDisk.Errno) -> Int? in
      if state.isReadOnly { throw FaultDisk.Errno(EROFS) }
      guard let found = state.folders[number]?.names[name] else {
        throw FaultDisk.Errno(ENOENT)
      }
      if state.locks.insert(found).inserted { return found }
      // No other process could release the lock.
      if wait { throw FaultDisk.Errno(EDEADLK) }
      return nil
    }
    return found.map { number in
      FaultLock(
        file: FaultFile(
          disk: disk, generation: generation, number: number, path: "\(path)/\(name)"))
    }
  }
}

/// A file of a disk that fails on demand.
final class FaultFile: StorageFile {
  let disk: FaultDisk
  let generation: Int
  let number: Int
  let path: String

  init(disk: FaultDisk, generation: Int, number: Int, path: String) {
    self.disk = disk
    self.generation = generation
    self.number = number
    self.path = path
  }

  func access<Result: Sendable>(
    _ operation: StorageError.Operation,
    _ body: (inout FaultDisk.State) throws(FaultDisk.Errno) -> Result
  ) throws(StorageError) -> Result {
    try disk.access(generation, operation, path, body)
  }

  func size() throws(StorageError) -> Int {
    try access(.read) { state throws(FaultDisk.Errno) in state.files[number]?.bytes.count ?? 0 }
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(StorageError) -> Int {
    try access(.read) { state throws(FaultDisk.Errno) in
      try state.passRead()
      guard let file = state.files[number], offset < file.bytes.count else { return 0 }
      let count = min(buffer.count, file.bytes.count - offset)
      buffer.copyBytes(from: file.bytes[offset..<offset + count])
      state.bytesRead += count
      return count
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError) {
    try access(.write) { state throws(FaultDisk.Errno) in
      try state.pass(.write) { state, _ in
        state.files[number]?.append(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]))
      }
      state.files[number]?.append(bytes)
    }
  }

  func truncate(to size: Int) throws(StorageError) {
    try access(.truncate) { state throws(FaultDisk.Errno) in
      try state.pass(.truncate)
      state.files[number]?.truncate(to: size)
    }
  }

  func sync() throws(StorageError) {
    try access(.sync) { state throws(FaultDisk.Errno) in
      try state.pass(.sync) { state, fault in
        if fault != .crash { state.files[number]?.failSync() }
      }
      state.files[number]?.sync()
    }
  }

  func identity() throws(StorageError) -> FileIdentity {
    FileIdentity(device: 1, inode: UInt64(number))
  }
}

/// A lock on a disk that fails on demand.
final class FaultLock: StorageLock {
  private let file: FaultFile

  init(file: FaultFile) {
    self.file = file
  }

  deinit {
    // A dead process holds no lock.
    try? file.access(.lock) { state throws(FaultDisk.Errno) in
      _ = state.locks.remove(file.number)
    }
  }

  func note() throws(StorageError) -> [UInt8] { try file.read(4096, at: 0) }

  func setNote(_ bytes: [UInt8]) throws(StorageError) {
    try file.truncate(to: 0)
    if !bytes.isEmpty { try file.append(bytes) }
  }
}
