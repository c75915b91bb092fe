public import CivilTime
import Glibc

/// The right to run an extraction over a store: one run at a time.
///
/// The right ends with the last reference, or with the process. Who holds it stands in the file.
public final class RunLock: Sendable {
  private let lock: any StorageLock

  static let name = "run.lock"

  /// Takes the right; throws `StoreError.locked` with the holder where another process has it.
  public init(folder: any StorageFolder, now: Timestamp) throws {
    guard let lock = try folder.lock(Self.name, wait: false) else {
      throw StoreError.locked(path: folder.path, holder: Self.holder(in: folder))
    }
    try lock.setNote(Array("process \(getpid()), since \(now)".utf8))
    self.lock = lock
  }

  /// Who holds it, in its own words.
  private static func holder(in folder: any StorageFolder) -> String {
    // The holder may be just about to write it; that it is held is what counts.
    guard let file = try? folder.open(name, .reading), let bytes = try? file.read(200, at: 0),
      !bytes.isEmpty
    else { return "its holder has not said who it is" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
