import System

/// A failed operation on a file or folder of a store. Invalid contents are a `StoreError`.
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

  init(_ operation: Operation, path: String, _ error: SystemError) {
    self.init(operation, path: path, number: error.number)
  }

  /// Makes a system call, and converts its error to a `StorageError` with the operation and the path.
  static func naming<Result>(
    _ operation: Operation, _ path: String, _ call: () throws(SystemError) -> Result
  ) throws(StorageError) -> Result {
    do throws(SystemError) { return try call() } catch {
      throw StorageError(operation, path: path, error)
    }
  }

  private var error: SystemError { SystemError(number) }

  /// Whether the file or folder did not exist.
  public var isMissing: Bool { error == .missing }

  /// Whether there was no space for a write: on the disk, in a quota, or within the limit of file sizes.
  public var isOutOfSpace: Bool { [.noSpace, .overQuota, .fileTooLarge].contains(error) }

  /// Whether the process or the system has too many open files.
  public var isForWantOfDescriptors: Bool {
    [.tooManyFiles, .tooManyFilesInSystem].contains(error)
  }

  /// The error number used for something that is not a regular file. The system does not return it for any name.
  static let notAFile = SystemError.invalid

  /// The reason, in the system's words if it has any.
  public var reason: String {
    error == Self.notAFile && operation == .open
      ? "it is not a regular file; move it away" : "\(error)"
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
    switch error {
    case .noSpace, .overQuota: "; free some space and run again, nothing stored is lost"
    case .readOnly: "; the file system is mounted read-only"
    case .accessDenied, .notPermitted: "; the store belongs to another user or is read-only"
    case .tooManyFiles, .tooManyFilesInSystem: "; raise 'ulimit -n'"
    case .hardware: "; the disk reports an error, check it before running again"
    case .noLocks,
      .unsupported where operation == .lock:
      "; keep the store on a file system with locks (--store sets another path)"
    default: ""
    }
  }
}
