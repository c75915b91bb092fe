import Glibc

/// The metadata of a file, a folder or a pipe (stat(2)). `FileIdentity`, below, says whether two paths are the same
/// file.
package struct FileStatus: Sendable {
  package enum Kind: Sendable {
    case file, folder, link, pipe
    /// A socket or a device.
    case other
  }

  private let status: stat

  /// Takes the status of a path, which is NUL-terminated and need not be UTF-8.
  package init(
    of path: UnsafePointer<CChar>, followsLinks: Bool = true
  ) throws(SystemError) {
    var status = stat()
    try system { followsLinks ? stat(path, &status) : lstat(path, &status) }
    self.status = status
  }

  init(_ status: stat) { self.status = status }

  package var kind: Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    case S_IFIFO: .pipe
    default: .other
    }
  }

  package var size: Int { Int(status.st_size) }
  package var identity: FileIdentity {
    FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
  /// The number of names.
  package var linkCount: Int { Int(status.st_nlink) }
  /// The time of the last change of the contents.
  package var modified: (seconds: Int, nanoseconds: Int) {
    (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
  /// Whether only the owner may read, write or enter it.
  package var isPrivate: Bool { status.st_mode & 0o077 == 0 }
  /// Whether others than the owner may write to it.
  package var isWritableByOthers: Bool { status.st_mode & (S_IWGRP | S_IWOTH) != 0 }
}

/// The identity of a file regardless of its name: two paths with the same identity are one file.
public struct FileIdentity: Hashable, Sendable {
  /// The device number of the file system.
  public let device: UInt64
  /// The inode number. Another file may get it once this one is removed and closed by all processes.
  public let inode: UInt64

  /// Creates an identity from its two numbers.
  public init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }
}
