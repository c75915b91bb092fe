import Glibc

/// The descriptor of an open file, pipe or terminal: opens, reads, writes, locks. Also watches a folder for changes.
/// For connections, see `Socket`.
package final class Descriptor: Sendable {
  package let number: Int32
  private let isOwned: Bool

  package init(owning number: Int32) { (self.number, isOwned) = (number, true) }

  /// Creates a descriptor that is not closed by this object. Others are closed with the last reference.
  package init(borrowing number: Int32) { (self.number, isOwned) = (number, false) }

  deinit { if isOwned { close(number) } }

  package static let standardInput = Descriptor(borrowing: STDIN_FILENO)
  package static let standardOutput = Descriptor(borrowing: STDOUT_FILENO)
  package static let standardError = Descriptor(borrowing: STDERR_FILENO)

  // MARK: - Opening

  /// The options for opening a path. An empty set opens it for reading only.
  package struct Opening: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let writing = Opening(rawValue: O_WRONLY)
    package static let readingAndWriting = Opening(rawValue: O_RDWR)
    /// All bytes are written to the end.
    package static let appending = Opening(rawValue: O_APPEND)
    package static let creating = Opening(rawValue: O_CREAT)
    /// The file must not exist yet.
    package static let new = Opening(rawValue: O_CREAT | O_EXCL)
    package static let emptying = Opening(rawValue: O_TRUNC)
    package static let followingNoLink = Opening(rawValue: O_NOFOLLOW)
    /// A pipe is opened even if its other end is not.
    package static let withoutWaiting = Opening(rawValue: O_NONBLOCK)
    static let folder = Opening(rawValue: O_DIRECTORY)
  }

  /// Opens a path, which is NUL-terminated and need not be UTF-8. A created file is private to its owner, unless
  /// `permissions` say otherwise.
  package convenience init(
    _ path: UnsafePointer<CChar>, _ opening: Opening = [], permissions: UInt32 = 0o600
  ) throws(SystemError) {
    self.init(owning: try system { open(path, opening.rawValue | O_CLOEXEC, permissions) })
  }

  /// Returns this process's own descriptor if the path names one, such as "-", /dev/stderr or /dev/fd/3; otherwise nil.
  /// It may be closed. Opening the path instead would overwrite what others wrote, or replace the link.
  package static func opened(at path: String) -> Descriptor? {
    if path == "-" || path == "/dev/stdout" { return .standardOutput }
    if path == "/dev/stderr" { return .standardError }
    let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix)
    return folder.flatMap { Int32(path.dropFirst($0.count)) }.map { Descriptor(borrowing: $0) }
  }

  package static func isStandardOutput(_ path: String) -> Bool {
    opened(at: path)?.number == Descriptor.standardOutput.number
  }

  /// Makes the system close the descriptor in child processes.
  func closeOnExecute() { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }

  /// Makes reads and writes wait, also if the descriptor was opened `withoutWaiting`.
  package func makeBlocking() {
    // Other flags stay, such as the one for appending.
    _ = fcntl(number, F_SETFL, max(0, fcntl(number, F_GETFL)) & ~O_NONBLOCK)
  }

  /// Creates an empty file without a name in a folder.
  package convenience init(unnamedIn folder: String) throws(SystemError) {
    var name = Array("\(folder)/actionitems-XXXXXX".utf8CString)
    self.init(owning: try system { mkstemp(&name) })
    closeOnExecute()
    unlink(name)
  }

  /// Creates a descriptor that has input once a file of a folder was created, renamed or changed (inotify(7)).
  package convenience init(watchingFolder path: String) throws(SystemError) {
    self.init(owning: try system { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) })
    let wanted = UInt32(IN_MODIFY) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE)
    try system { inotify_add_watch(number, path, wanted) }
  }

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try system { fstat(number, &status) }
    return FileStatus(status)
  }

  // MARK: - Reading

  /// Reads the available bytes; waits if there are none. Returns the number of bytes; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      if let count = try readNow(into: buffer) { return count }
      // Another process made this terminal or pipe non-blocking.
      wait(for: POLLIN)
    }
  }

  /// Reads the available bytes; returns nil if there are none yet.
  package func readNow(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    do throws(SystemError) {
      return try system { Glibc.read(number, buffer.baseAddress, buffer.count) }
    } catch .wouldBlock {
      return nil
    }
  }

  /// Waits for input, or until the other end is closed. Returns false if the time is over.
  package func hasInput(within milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return (try? system { poll(&waiting, 1, milliseconds) }) != 0
  }

  /// Reads bytes at an offset. Returns their number; 0 at the end.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemError) -> Int {
    try system { pread(number, buffer.baseAddress, buffer.count, offset) }
  }

  /// Reads to the end, or until there are more than `limit` bytes.
  package func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { piece.deallocate() }
    while bytes.count <= limit, case let count = try read(into: piece), count > 0 {
      bytes += piece[..<count]
    }
    return bytes
  }

  /// Reads and drops the available bytes.
  package func drain() {
    // Large enough for any event of inotify(7).
    var bytes = [UInt8](repeating: 0, count: 4096)
    bytes.withUnsafeMutableBytes { while let count = try? readNow(into: $0), count > 0 {} }
  }

  // MARK: - Writing

  /// Writes all bytes, and waits while there is no room for them.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while rest.count > 0 {
      do throws(SystemError) {
        let count = try system { Glibc.write(number, rest.baseAddress, rest.count) }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } catch .wouldBlock {
        // Another process made this terminal or pipe non-blocking.
        wait(for: POLLOUT)
      }
    }
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  private func wait(for event: Int32) {
    var waiting = pollfd(fd: number, events: Int16(event), revents: 0)
    _ = poll(&waiting, 1, -1)
  }

  // MARK: - Files

  /// Cuts or lengthens the file. Bytes are then read and written at its new end.
  package func truncate(to size: Int) throws(SystemError) {
    try system { ftruncate(number, size) }
    lseek(number, size, SEEK_SET)
  }

  /// Reads and writes at the start of the file next.
  package func rewind() { lseek(number, 0, SEEK_SET) }

  /// Waits until the contents are on the disk.
  package func sync() throws(SystemError) { try system { fsync(number) } }

  /// Waits until the contents are on the disk, without the times of the file.
  package func syncContents() throws(SystemError) { try system { fdatasync(number) } }

  /// Locks the file with flock(2); returns false if another process has the lock and `wait` is false. The system
  /// releases the lock even if the process is killed.
  package func lock(wait: Bool) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try system { flock(number, LOCK_EX | (wait ? 0 : LOCK_NB)) }
      return true
    } catch .wouldBlock {
      return false
    }
  }

  package func unlock() { _ = flock(number, LOCK_UN) }
}
