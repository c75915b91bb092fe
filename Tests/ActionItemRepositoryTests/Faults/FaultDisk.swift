import Glibc
import Store
import Synchronization

/// A disk in memory that counts what is done to it, fails at a chosen point, and knows what a power cut
/// would leave.
///
/// It is as unkind as POSIX allows: a file's bytes are sure only once the file was synced, its name only
/// once the folder was, and bytes whose sync failed are gone for good, although they can still be read
/// until the power is cut.
final class FaultDisk: Sendable {
  /// What can be done to a disk and fail.
  enum Operation: String, Hashable, CaseIterable, Sendable {
    case create, write, sync, truncate, rename, remove, makeFolder, syncFolder
  }

  /// What happens at a point.
  enum Fault: Hashable, Sendable {
    /// The process is gone: a write is half done, and nothing works any more.
    case crash
    /// The operation fails once; what a failed sync had to make sure is lost.
    case error
    /// The disk is full from here on.
    case full
  }

  /// What of the unsynced bytes and names is there after a restart.
  enum Restart: Hashable, CaseIterable, Sendable {
    /// Everything: only the process had died.
    case process
    /// Nothing: the power was cut.
    case powerLosingAll
    /// The first half of what was written last, and the names.
    case powerTearing
    /// The second half of what was written last, with zeros before it, and the names.
    case powerLeavingHoles
    /// The first half of what was written last, but no new name.
    case powerTearingLosingNames
  }

  /// The points that were passed since the last restart.
  var points: [Operation] { state.withLock { $0.points } }

  private let state = Mutex(State())

  /// The folder of the store, for a process that starts now.
  var folder: FaultFolder {
    FaultFolder(
      disk: self, generation: state.withLock { $0.generation }, number: 0, path: "/disk")
  }

  /// Lets an operation fail, by its number from 1 on.
  func plan(_ fault: Fault, at point: Int) { state.withLock { $0.plan = (point, fault) } }

  /// Lets nothing fail any more.
  func clearPlan() { state.withLock { ($0.plan, $0.isFull) = (nil, false) } }

  /// Whether the process has come to its end.
  var isGone: Bool { state.withLock { $0.isGone } }

  /// Lets every read from a number on fail once.
  func failRead(_ number: Int) { state.withLock { ($0.reads, $0.failingRead) = (0, number) } }

  /// How often was read since the last restart.
  var reads: Int { state.withLock { $0.reads } }

  /// How many bytes were read since the last restart.
  var bytesRead: Int { state.withLock { $0.bytesRead } }

  /// Whether the disk refuses everything that would change it.
  func setReadOnly(_ isReadOnly: Bool) { state.withLock { $0.isReadOnly = isReadOnly } }

  /// Ends all processes and starts the machine again; the disk is healthy then.
  func restart(_ kind: Restart = .process) { state.withLock { $0.restart(kind) } }

  /// Changes the bytes of a file, behind everybody's back.
  func edit(_ path: String, _ change: (inout [UInt8]) -> Void) {
    state.withLock { $0.edit(path, change) }
  }

  /// Every file by its path.
  var files: [String: [UInt8]] { state.withLock { $0.files(in: 0, at: "") } }

  /// A disk that holds the same, as a restart finds it.
  func copy() -> FaultDisk {
    let copy = FaultDisk()
    let nodes = state.withLock { ($0.files, $0.folders, $0.next) }
    copy.state.withLock { ($0.files, $0.folders, $0.next) = nodes }
    copy.restart()
    return copy
  }

  /// Runs `body` on the disk for a process that started at some time; refuses where it is gone.
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
