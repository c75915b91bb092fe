/// A folder of files as the store needs it; the disk, or a stand-in that fails on demand.
///
/// Names are plain names within the folder.
public protocol StorageFolder: Sendable {
  /// The path, for messages.
  var path: String { get }
  func open(_ name: String, _ mode: OpenMode) throws(StorageError) -> any StorageFile
  /// Puts a file in the place of another, which is gone then.
  func rename(_ name: String, to other: String) throws(StorageError)
  func remove(_ name: String) throws(StorageError)
  /// Makes new names in this folder outlast a power cut.
  func sync() throws(StorageError)
  /// Tells which file has a name now; nil where none has.
  func identity(of name: String) throws(StorageError) -> FileIdentity?
  /// Removes a folder and all files in it.
  func removeFolder(_ name: String) throws(StorageError)
  /// The names of the files and folders.
  func names() throws(StorageError) -> [String]
  /// Another folder in this one; it is made, for its owner alone, where it does not exist.
  func folder(_ name: String) throws(StorageError) -> any StorageFolder
  /// Another folder in this one, which has to exist.
  func existingFolder(_ name: String) throws(StorageError) -> any StorageFolder
  /// Takes a lock that all processes respect; nil where another one holds it and `wait` is false.
  ///
  /// The lock is free when the last reference goes, or when the process ends in whatever way.
  func lock(_ name: String, wait: Bool) throws(StorageError) -> (any StorageLock)?
}

/// How a file is opened.
public enum OpenMode: Sendable {
  /// To be read; it has to exist.
  case reading
  /// To be read and appended to; it is made, for its owner alone, where it does not exist.
  case appending
  /// To be written from the start; what it held is gone.
  case replacing
}

/// An open file. Calls may come from any thread, appends from one at a time.
public protocol StorageFile: AnyObject, Sendable {
  func size() throws(StorageError) -> Int
  /// Reads at a place; returns the number of bytes, zero at the end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(StorageError) -> Int
  /// Writes all of the bytes at the end.
  func append(_ bytes: UnsafeRawBufferPointer) throws(StorageError)
  func truncate(to size: Int) throws(StorageError)
  /// Makes what was written outlast a power cut (fdatasync).
  func sync() throws(StorageError)
  /// Tells files apart that have had the same name.
  func identity() throws(StorageError) -> FileIdentity
}

/// A lock that is held.
public protocol StorageLock: AnyObject, Sendable {
  /// What the lock's file says; the holder writes who it is.
  func note() throws(StorageError) -> [UInt8]
  /// Replaces what the lock's file says; to say nothing takes no room on the disk.
  func setNote(_ bytes: [UInt8]) throws(StorageError)
}

/// Tells two files apart, whatever they are called.
public struct FileIdentity: Hashable, Sendable {
  /// The file system that it is on.
  public var device: UInt64
  /// Its number there, which another file may get once it is gone and nobody has it open.
  public var inode: UInt64

  /// Takes the numbers that `stat` tells of a file.
  public init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}
