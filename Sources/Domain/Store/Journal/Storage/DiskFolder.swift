import Glibc

/// A folder on disk. New files are accessible only to their owner, and symbolic links in place of files are rejected.
public struct DiskFolder: StorageFolder {
  /// The path as given, which may be relative.
  public let path: String

  /// Opens a folder. If it does not exist, creates it and its parents, accessible only to the owner.
  ///
  /// New names are synced, so that they survive a power cut.
  public init(creating path: String) throws(StorageError) {
    self.path = path
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      let above = made.isEmpty ? "." : made
      made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
      if mkdir(made, 0o700) == 0 {
        try DiskFolder.sync(above)
      } else if case let number = errno, number != EEXIST, !DiskFolder.isFolder(made) {
        throw StorageError(.makeFolder, path: made, number: number)
      }
    }
    try check()
  }

  /// Opens an existing folder.
  public init(existing path: String) throws(StorageError) {
    self.path = path
    try check()
  }

  /// Whether users other than the owner may create files there, and so replace existing ones.
  public var isOpenToOthers: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & (S_IWGRP | S_IWOTH) != 0
  }

  private func check() throws(StorageError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw StorageError(.open, path: path, number: errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw StorageError(.open, path: path, number: ENOTDIR)
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func full(_ name: String) -> String { "\(path)/\(name)" }

  /// Opens a file. Throws for a symbolic link and for anything that is not a regular file.
  public func open(_ name: String, _ mode: OpenMode) throws(StorageError) -> any StorageFile {
    let flags =
      switch mode {
      case .reading: O_RDONLY
      case .appending: O_RDWR | O_CREAT | O_APPEND
      case .replacing: O_RDWR | O_CREAT | O_TRUNC | O_APPEND
      }
    let descriptor = retryingInterrupts {
      // Opening a pipe would otherwise block until a writer opens it, too.
      Glibc.open(full(name), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    }
    if descriptor < 0 { throw StorageError(.open, path: full(name), number: errno) }
    let file = DiskFile(owning: descriptor, path: full(name))
    guard try file.isRegular() else {
      throw StorageError(.open, path: full(name), number: StorageError.notAFile)
    }
    return file
  }

  /// Replaces a file with another one. Only `sync` makes this survive a power cut.
  public func rename(_ name: String, to other: String) throws(StorageError) {
    if Glibc.rename(full(name), full(other)) != 0 {
      throw StorageError(.rename, path: full(name), number: errno)
    }
  }

  /// Removes a file. Throws if it does not exist.
  public func remove(_ name: String) throws(StorageError) {
    if unlink(full(name)) != 0 { throw StorageError(.remove, path: full(name), number: errno) }
  }

  /// The identity of the file with a name, of any kind; nil if there is no such file. A symbolic link is a file of its
  /// own.
  public func identity(of name: String) throws(StorageError) -> FileIdentity? {
    var status = stat()
    guard lstat(full(name), &status) == 0 else {
      if errno == ENOENT { return nil }
      throw StorageError(.open, path: full(name), number: errno)
    }
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// Removes a folder with its files. Throws if it contains another folder.
  public func removeFolder(_ name: String) throws(StorageError) {
    let inner = try DiskFolder(existing: full(name))
    for file in try inner.names() { try inner.remove(file) }
    if rmdir(full(name)) != 0 { throw StorageError(.remove, path: full(name), number: errno) }
  }

  /// Makes new names survive a power cut. Does nothing if the folder may not be listed.
  public func sync() throws(StorageError) { try Self.sync(path) }

  private static func sync(_ path: String) throws(StorageError) {
    let descriptor = retryingInterrupts { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if descriptor < 0 {
      // A folder that can be written but not listed cannot be synced.
      if errno == EACCES { return }
      throw StorageError(.sync, path: path, number: errno)
    }
    defer { close(descriptor) }
    if retryingInterrupts({ fsync(descriptor) }) != 0 {
      throw StorageError(.sync, path: path, number: errno)
    }
  }

  /// All names in ascending order, including hidden ones.
  public func names() throws(StorageError) -> [String] {
    guard let directory = opendir(path) else {
      throw StorageError(.list, path: path, number: errno)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        if errno != 0 { throw StorageError(.list, path: path, number: errno) }
        return names.sorted()
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  /// A folder in this one, created if it does not exist.
  public func folder(_ name: String) throws(StorageError) -> any StorageFolder {
    try DiskFolder(creating: full(name))
  }

  /// An existing folder in this one. Throws an error with `isMissing` if it does not exist.
  public func existingFolder(_ name: String) throws(StorageError) -> any StorageFolder {
    try DiskFolder(existing: full(name))
  }

  /// Takes a lock with flock(2). The system releases it even if the process is killed.
  public func lock(_ name: String, wait: Bool) throws(StorageError) -> (any StorageLock)? {
    let descriptor = retryingInterrupts {
      Glibc.open(full(name), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    if descriptor < 0 { throw StorageError(.lock, path: full(name), number: errno) }
    let file = DiskFile(owning: descriptor, path: full(name))
    if retryingInterrupts({ flock(descriptor, LOCK_EX | (wait ? 0 : LOCK_NB)) }) != 0 {
      if errno == EWOULDBLOCK { return nil }
      throw StorageError(.lock, path: full(name), number: errno)
    }
    return DiskLock(file: file)
  }
}

/// Repeats a system call that a signal interrupted (signal(7)).
func retryingInterrupts<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
