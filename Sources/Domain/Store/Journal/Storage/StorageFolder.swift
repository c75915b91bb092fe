public import System

/// The file system as the store needs it: a folder, its files and its locks. It is the disk (`DiskFolder`), or a test
/// double that fails on demand. Names are plain names within the folder.
public protocol StorageFolder: Sendable {
  /// The path, for messages.
  var path: String { get }
  func open(_ name: String, _ mode: OpenMode) throws(StorageError) -> any StorageFile
  /// Renames a file and replaces any file with the new name.
  func rename(_ name: String, to other: String) throws(StorageError)
  func remove(_ name: String) throws(StorageError)
  /// Makes new names in this folder survive a power cut.
  func sync() throws(StorageError)
  /// Returns the identity of the file that has a name; nil if there is no such file.
  func identity(of name: String) throws(StorageError) -> FileIdentity?
  /// Removes a folder and all files in it.
  func removeFolder(_ name: String) throws(StorageError)
  /// The names of the files and folders.
  func names() throws(StorageError) -> [String]
  /// A folder in this one. If it does not exist, it is created, accessible only to the owner.
  func folder(_ name: String) throws(StorageError) -> any StorageFolder
  /// An existing folder in this one.
  func existingFolder(_ name: String) throws(StorageError) -> any StorageFolder
  /// Takes a lock that all processes respect. Returns nil if another one holds it and `wait` is false.
  ///
  /// The lock is released with the last reference, or when the process ends in any way.
  func lock(_ name: String, wait: Bool) throws(StorageError) -> (any StorageLock)?
}

/// The mode in which a file is opened.
public enum OpenMode: Sendable {
  /// For reading; the file must exist.
  case reading
  /// For reading and appending. If the file does not exist, it is created, accessible only to the owner.
  case appending
  /// For writing from the start; the previous contents are lost.
  case replacing
}

/// An open file. Any thread may call it, but only one at a time may append.
public protocol StorageFile: AnyObject, Sendable {
  func size() throws(StorageError) -> Int
  /// Reads at an offset. Returns the number of bytes, zero at the end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(StorageError) -> Int
  /// Appends all bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError)
  func truncate(to size: Int) throws(StorageError)
  /// Makes written bytes survive a power cut (fdatasync).
  func sync() throws(StorageError)
  /// Returns the file's identity. Another file that gets the same name later has another one.
  func identity() throws(StorageError) -> FileIdentity
}

/// A lock that is held.
public protocol StorageLock: AnyObject, Sendable {
  /// The content of the lock file, in which the holder identifies itself.
  func note() throws(StorageError) -> [UInt8]
  /// Replaces the content of the lock file. An empty note needs no space on the disk.
  func setNote(_ bytes: [UInt8]) throws(StorageError)
}
