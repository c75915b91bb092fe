import Dispatch
public import System

/// A folder on disk. New files are accessible only to their owner, and symbolic links in place of files are rejected.
public struct DiskFolder: StorageFolder {
  /// The path as given, which may be relative.
  public let path: String
  private let reportWait: WaitReport?

  /// Receives a text for the user when a lock is not free after a second: who holds it, and what to do.
  public typealias WaitReport = @Sendable (_ text: String) -> Void

  /// Opens a folder. If it does not exist, creates it and its parents, accessible only to the owner.
  ///
  /// New names are synced, so that they survive a power cut.
  public init(
    creating path: String, reportWait: WaitReport? = nil
  ) throws(StorageError) {
    (self.path, self.reportWait) = (path, reportWait)
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      let above = made.isEmpty ? "." : made
      made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
      do throws(SystemError) {
        try FileSystem.makeFolder(made)
      } catch {
        guard error == .exists || DiskFolder.isFolder(made) else {
          throw StorageError(.makeFolder, path: made, error)
        }
        continue
      }
      try DiskFolder.sync(above)
    }
    try check()
  }

  /// Whether there is no folder at a path.
  package static func isMissing(at path: String) -> Bool {
    do throws(StorageError) {
      _ = try DiskFolder(existing: path)
      return false
    } catch {
      return error.isMissing
    }
  }

  /// Opens an existing folder.
  public init(
    existing path: String, reportWait: WaitReport? = nil
  ) throws(StorageError) {
    (self.path, self.reportWait) = (path, reportWait)
    try check()
  }

  /// Whether users other than the owner may create files there, and so replace existing ones.
  public var isOpenToOthers: Bool {
    (try? FileStatus(of: path))?.isWritableByOthers ?? false
  }

  private func check() throws(StorageError) {
    let status = try StorageError.naming(.open, path) { () throws(SystemError) in
      try FileStatus(of: path)
    }
    guard status.kind == .folder else { throw StorageError(.open, path: path, .notAFolder) }
  }

  private static func isFolder(_ path: String) -> Bool {
    (try? FileStatus(of: path))?.kind == .folder
  }

  private func full(_ name: String) -> String { "\(path)/\(name)" }

  /// Opens a file. Throws for a symbolic link and for anything that is not a regular file.
  public func open(_ name: String, _ mode: OpenMode) throws(StorageError) -> any StorageFile {
    let path = full(name)
    let opening: Descriptor.Opening =
      switch mode {
      case .reading: []
      case .appending: [.readingAndWriting, .creating, .appending]
      case .replacing: [.readingAndWriting, .creating, .emptying, .appending]
      }
    let descriptor = try StorageError.naming(.open, path) { () throws(SystemError) in
      // Opening a pipe would otherwise block until a writer opens it, too.
      try Descriptor(path, [opening, .followingNoLink, .withoutWaiting])
    }
    let file = DiskFile(descriptor, path: path)
    guard try file.status().kind == .file else {
      throw StorageError(.open, path: path, StorageError.notAFile)
    }
    return file
  }

  /// Replaces a file with another one. Only `sync` makes this survive a power cut.
  public func rename(_ name: String, to other: String) throws(StorageError) {
    try StorageError.naming(.rename, full(name)) { () throws(SystemError) in
      try FileSystem.rename(full(name), to: full(other))
    }
  }

  /// Removes a file. Throws if it does not exist.
  public func remove(_ name: String) throws(StorageError) {
    try StorageError.naming(.remove, full(name)) { () throws(SystemError) in
      try FileSystem.remove(full(name))
    }
  }

  /// The identity of the file with a name, of any kind; nil if there is no such file. A symbolic link is a file of its
  /// own.
  public func identity(of name: String) throws(StorageError) -> FileIdentity? {
    do throws(SystemError) {
      return try FileStatus(of: full(name), followsLinks: false).identity
    } catch {
      if error == .missing { return nil }
      throw StorageError(.open, path: full(name), error)
    }
  }

  /// Removes a folder with its files. Throws if it contains another folder.
  public func removeFolder(_ name: String) throws(StorageError) {
    let inner = try DiskFolder(existing: full(name))
    for file in try inner.names() { try inner.remove(file) }
    try StorageError.naming(.remove, full(name)) { () throws(SystemError) in
      try FileSystem.removeFolder(full(name))
    }
  }

  /// Makes new names survive a power cut. Does nothing if the folder may not be listed.
  public func sync() throws(StorageError) { try Self.sync(path) }

  private static func sync(_ path: String) throws(StorageError) {
    do throws(SystemError) {
      try FileSystem.syncFolder(path)
    } catch {
      // A folder that can be written but not listed cannot be synced.
      if error != .accessDenied { throw StorageError(.sync, path: path, error) }
    }
  }

  /// All names in ascending order, including hidden ones.
  public func names() throws(StorageError) -> [String] {
    try StorageError.naming(.list, path) { () throws(SystemError) in
      try FileSystem.names(in: path).map {
        String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      }.sorted()
    }
  }

  /// A folder in this one, created if it does not exist.
  public func folder(_ name: String) throws(StorageError) -> any StorageFolder {
    try DiskFolder(creating: full(name), reportWait: reportWait)
  }

  /// An existing folder in this one. Throws an error with `isMissing` if it does not exist.
  public func existingFolder(_ name: String) throws(StorageError) -> any StorageFolder {
    try DiskFolder(existing: full(name), reportWait: reportWait)
  }

  /// Takes a lock with flock(2). The system releases it even if the process is killed.
  public func lock(_ name: String, wait: Bool) throws(StorageError) -> (any StorageLock)? {
    let path = full(name)
    return try StorageError.naming(.lock, path) { () throws(SystemError) in
      let file = try Descriptor(path, [.readingAndWriting, .creating, .followingNoLink])
      if try file.lock(wait: false) { return DiskLock(file, path: path) }
      guard wait else { return nil }
      let notice = reportWait.map { report in
        let identity = try? file.status().identity
        return DispatchWorkItem {
          report(Self.waitText(path, identity.flatMap { LockHolder(of: $0) }))
        }
      }
      defer { notice?.cancel() }
      if let notice { DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: notice) }
      return try file.lock(wait: true) ? DiskLock(file, path: path) : nil
    }
  }

  private static func waitText(_ path: String, _ holder: LockHolder?) -> String {
    guard let holder else {
      return "waiting for another process, which has locked \(path); 'fuser \(path)' may name it"
    }
    let name = "process \(holder.process) (\(holder.program))"
    return holder.isStopped
      ? "waiting for \(name), which is stopped and has locked \(path); "
        + "continue it with 'kill -CONT \(holder.process)'"
      : "waiting for \(name), which has locked \(path); "
        + "let it end, or end it with 'kill \(holder.process)'"
  }
}
