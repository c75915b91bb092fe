public import ActionItemRepository
import Journal
import Synchronization

/// Up to which change the destinations of a store were told; nobody syncs with one while this is there.
public final class DestinationPause: Sendable {
  private let folder: any StorageFolder
  private let locks = Mutex<[any StorageLock]>([])

  /// Does nothing yet.
  public init(_ store: ActionItemStore) {
    folder = store.folder
  }

  /// Keeps syncs from beginning, and returns the number of the last change that a destination was told of; of
  /// one that is being synced with everything may have been told.
  public func toldSequence() throws -> Int {
    var told = 0
    for name in try DestinationState.names(in: folder) {
      let lock = try folder.folder(DestinationState.folder).lock(name + ".lock", wait: false)
      guard let lock else { return .max }
      locks.withLock { $0.append(lock) }
      let state = try DestinationState.read(name, in: folder)
      // What was told under a former id of the store was told all the same.
      for place in [state?.checkpoint, state?.reached, state?.told] {
        told = max(told, place?.sequence ?? 0)
      }
    }
    return told
  }
}
