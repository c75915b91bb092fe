package import CivilTime
package import Store

/// The arguments of `SyncRunner`, made by the command line and by the peer service.
extension SyncRunner {
  /// The store, the transport, the settings, and functions that receive messages.
  package struct Setup: Sendable {
    package var store: ActionItemStore
    package var transport: any SyncTransport
    /// The options to store for the next sync.
    package var options = RemoteOptions()
    package var settings: RemoteSync.Settings
    /// The limits up to which the remote may fill the store.
    package var limits = StoreLimits()
    package var maximumTime: Duration?
    package var wall: @Sendable () -> Timestamp
    package var log: @Sendable (String) -> Void
    /// Receives warnings for the user.
    package var warn: @Sendable (String) -> Void

    package init(
      store: ActionItemStore, transport: any SyncTransport,
      options: RemoteOptions = RemoteOptions(), settings: RemoteSync.Settings,
      maximumTime: Duration? = nil,
      wall: @escaping @Sendable () -> Timestamp,
      log: @escaping @Sendable (String) -> Void = { _ in },
      warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      (self.store, self.transport, self.options) = (store, transport, options)
      (self.settings, self.maximumTime) = (settings, maximumTime)
      (self.wall, self.log, self.warn) = (wall, log, warn)
    }

    /// Makes a reader of the store from a cursor on. Throws `SyncError` if the store lacks the cursor.
    func changeReader(after place: FeedCursor?, except origin: String?) throws -> ChangeReader {
      do {
        return try ChangeReader(folder: store.folder, after: place, except: origin)
      } catch let mismatch as ChangeReader.Mismatch {
        throw SyncError(mismatch, name: settings.name)
      }
    }
  }
}
