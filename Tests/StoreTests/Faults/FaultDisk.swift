import Glibc
import Store
import Synchronization

/// A disk in memory that counts operations, fails at a chosen point, and knows the state after a power cut.
///
/// It is as strict as POSIX allows. A file's bytes are durable only after a sync of the file, its name only after a
/// sync of the folder. Bytes whose sync failed are lost for good, although they can be read until the power is cut.
final class FaultDisk: Sendable {
  /// The operations that can fail.
  enum Operation: String, Hashable, CaseIterable, Sendable {
    case create, write, sync, truncate, rename, remove, makeFolder, syncFolder
  }

  /// The fault at a point.
  enum Fault: Hashable, Sendable {
    /// The process dies: a write is half done, and nothing works after it.
    case crash
    /// The operation fails once; bytes of a failed sync are lost.
    case error
    /// The disk is full from here on.
    case full
  }

  /// The unsynced bytes and names that are left after a restart.
  enum Restart: Hashable, CaseIterable, Sendable {
    /// Everything: only the process had died.
    case process
    /// Nothing: the power was cut.
    case powerLosingAll
    /// The first half of the last write, and the names.
    case powerTearing
    /// The second half of the last write, with zeros before it, and the names.
    case powerLeavingHoles
    /// The first half of the last write, but no new name.
    case powerTearingLosingNames
  }

  /// The points passed since the last restart.
  var points: [Operation] { state.withLock { $0.points } }

  private let state = Mutex(State())

  /// The folder of the store, for a process that starts now.
  var folder: FaultFolder {
    FaultFolder(
      disk: self, generation: state.withLock { $0.generation }, number: 0, path: "/disk")
  }

  /// Makes an operation fail, by its number from 1 on.
  func plan(_ fault: Fault, at point: Int) { state.withLock { $0.plan = (point, fault) } }

  /// Cancels all planned faults.
  func clearPlan() { state.withLock { ($0.plan, $0.isFull) = (nil, false) } }

  /// Whether the process has ended.
  var isGone: Bool { state.withLock { $0.isGone } }

  /// Makes the read with that number fail once.
  func failRead(_ number: Int) { state.withLock { ($0.reads, $0.failingRead) = (0, number) } }

  /// The number of reads since the last restart.
  var reads: Int { state.withLock { $0.reads } }

  /// The number of bytes read since the last restart.
  var bytesRead: Int { state.withLock { $0.bytesRead } }

  /// Sets whether the disk refuses every change.
  func setReadOnly(_ isReadOnly: Bool) { state.withLock { $0.isReadOnly = isReadOnly } }

  /// Ends all processes and restarts the machine; the disk is then healthy.
  func restart(_ kind: Restart = .process) { state.withLock { $0.restart(kind) } }

  /// Changes the bytes of a file without any operation.
  func edit(_ path: String, _ change: (inout [UInt8]) -> Void) {
    state.withLock { $0.edit(path, change) }
  }

  /// Every file by its path.
  var files: [String: [UInt8]] { state.withLock { $0.files(in: 0, at: "") } }

  /// A disk with the same contents, as after a restart.
  func copy() -> FaultDisk {
    let copy = FaultDisk()
    let nodes = state.withLock { ($0.files, $0.folders, $0.next) }
    copy.state.withLock { ($0.files, $0.folders, $0.next) = nodes }
    copy.restart()
    return copy
  }

  /// Runs `body` on the disk for a process that started at that time; throws if the process has ended.
  func access<Result: Sendable>(
    _ generation: Int, _ operation: StorageError.Operation, _ path: String,
    _ body: (inout State) throws(Errno) -> Result
  ) throws(StorageError) -> Result {
    let result = state.withLock { state -> Swift.Result<Result, Errno> in
      guard state.generation == generation, !state.isGone else { return .failure(Errno(EIO)) }
      do throws(Errno) {
        return .success(try body(&state))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let value): return value
    case .failure(let error): throw StorageError(operation, path: path, number: error.number)
    }
  }

  /// The system's error number.
  struct Errno: Error {
    var number: Int32

    init(_ number: Int32) {
      self.number = number
    }
  }
}
