import Glibc

/// A failed file operation.
public struct StorageError: Error, Hashable, Sendable {
  /// The operation that failed.
  public var operation: Operation
  /// The file or folder.
  public var path: String
  /// The system's error number.
  public var number: Int32

  /// Creates an error; `number` is the `errno` of the failed call.
  public init(_ operation: Operation, path: String, number: Int32) {
    self.operation = operation
    self.path = path
    self.number = number
  }

  /// Whether the file or folder did not exist.
  public var isMissing: Bool { number == ENOENT }

  /// Whether there was no space for a write: on the disk, in a quota, or within the limit of file sizes.
  public var isForWantOfRoom: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }

  /// Whether the process or the system has too many open files.
  public var isForWantOfDescriptors: Bool { [EMFILE, ENFILE].contains(number) }

  /// The number for something that is not a regular file. The system does not return it for any name.
  static let notAFile = EINVAL

  /// The reason, in the system's words if it has any.
  public var reason: String {
    number == Self.notAFile && operation == .open
      ? "it is not a regular file; move it away" : String(cString: strerror(number))
  }

  /// A file operation; the raw value is its word in the message.
  public enum Operation: String, Sendable {
    case open, create, read, write, truncate, sync, rename, remove, list, lock
    case makeFolder = "make the folder"
  }
}

extension StorageError: CustomStringConvertible {
  /// The message shown to the user.
  public var description: String {
    "cannot \(operation.rawValue) \(path): \(reason)\(advice)"
  }

  private var advice: String {
    switch number {
    case ENOSPC, EDQUOT: "; free some space and run again, nothing stored is lost"
    case EROFS: "; the file system is mounted read-only"
    case EACCES, EPERM: "; the store belongs to another user or is read-only"
    case EMFILE, ENFILE: "; raise 'ulimit -n'"
    case EIO: "; the disk reports an error, check it before running again"
    case ENOLCK,
      EOPNOTSUPP where operation == .lock:
      "; keep the store on a file system with locks (--store sets another path)"
    default: ""
    }
  }
}
