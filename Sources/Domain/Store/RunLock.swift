public import CivilTime
import System

/// The run lock of a store: held by an extraction run, and by commands that must not work during one, such as purge.
///
/// It is released with the last reference or with the process. The file names the holder.
public final class RunLock: Sendable {
  private let lock: any StorageLock

  static let name = "run.lock"

  /// Takes the lock. Throws `StoreError.locked`, with the holder, if another process has it.
  public init(folder: any StorageFolder, now: Timestamp) throws {
    guard let lock = try folder.lock(Self.name, wait: false) else {
      throw StoreError.locked(path: folder.path, holder: Self.holder(in: folder))
    }
    try lock.setNote(Array("process \(CurrentProcess.id), since \(now.minute) UTC".utf8))
    self.lock = lock
  }

  /// The holder, in its own words.
  private static func holder(in folder: any StorageFolder) -> String {
    // The holder may be about to write it. Only the lock itself matters.
    guard let file = try? folder.open(name, .reading), let bytes = try? file.read(200, at: 0),
      !bytes.isEmpty
    else { return "unknown process" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
