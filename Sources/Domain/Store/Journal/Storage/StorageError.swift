import Glibc

/// A file operation that failed.
public struct StorageError: Error, Hashable, Sendable {
  /// What was tried.
  public var operation: Operation
  /// On which file or folder.
  public var path: String
  /// The system's error number.
  public var number: Int32

  /// `number` is the `errno` that the failed call left.
  public init(_ operation: Operation, path: String, number: Int32) {
    self.operation = operation
    self.path = path
    self.number = number
  }

  /// Whether the file or folder was not there.
  public var isMissing: Bool { number == ENOENT }

  /// Whether there was no room for what was to be written: on the disk, by a quota, or by a limit on files' sizes.
  public var isForWantOfRoom: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }

  /// Whether the process, or the system, has as many files open as it may.
  public var isForWantOfDescriptors: Bool { [EMFILE, ENFILE].contains(number) }

  /// The number for something in the place of a file that is none; the system gives it for no name.
  static let notAFile = EINVAL

  /// What is wrong, in the system's words where it says.
  public var reason: String {
    number == Self.notAFile && operation == .open
      ? "it is no regular file; move it away" : String(cString: strerror(number))
  }

  /// What was tried; the raw value is its word in the sentence.
  public enum Operation: String, Sendable {
    case open, create, read, write, truncate, sync, rename, remove, list, lock
    case makeFolder = "make the folder"
  }
}

extension StorageError: CustomStringConvertible {
  /// The sentence that a person reads.
  public var description: String {
    "cannot \(operation.rawValue) \(path): \(reason)\(advice)"
  }

  private var advice: String {
    switch number {
    case ENOSPC, EDQUOT: "; free some space and run again, nothing stored is lost"
    case EROFS: "; the file system is mounted read-only"
    case EACCES, EPERM: "; the store belongs to somebody else or is write-protected"
    case EMFILE, ENFILE: "; raise 'ulimit -n'"
    case EIO: "; the disk reports an error, check it before running again"
    case ENOLCK,
      EOPNOTSUPP where operation == .lock:
      "; keep the store on a file system with locks (--store names another place)"
    default: ""
    }
  }
}
