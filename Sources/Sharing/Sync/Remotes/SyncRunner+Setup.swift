package import CivilTime
package import Store

/// The parts that a runner needs.
extension SyncRunner {
  /// The store, the transport and the settings of a runner, and where its messages go.
  package struct Setup: Sendable {
    package var store: ActionItemStore
    package var transport: any SyncTransport
    /// The options to store for the next sync.
    package var options = RemoteOptions()
    package var settings: RemoteSync.Settings
    /// How far the remote may make the store grow.
    package var limits = StoreLimits()
    package var maximumTime: Duration?
    package var wall: @Sendable () -> Timestamp
    package var log: @Sendable (String) -> Void
    /// Receives warnings about problems that are not sent to the remote.
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

    /// Reads the store from a cursor on. Throws `SyncError` if the store has no such cursor.
    func changeReader(after place: FeedCursor?, except origin: String?) throws -> ChangeReader {
      do {
        return try ChangeReader(folder: store.folder, after: place, except: origin)
      } catch let mismatch as ChangeReader.Mismatch {
        throw SyncError(mismatch, name: settings.name)
      }
    }
  }
}
