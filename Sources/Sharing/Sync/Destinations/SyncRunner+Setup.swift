package import Store
package import CivilTime

extension SyncRunner {
  package struct Setup: Sendable {
    package var store: ActionItemStore
    package var carrier: any SyncCarrier
    /// What of that is kept for the next time.
    package var options = DestinationOptions()
    package var settings: DestinationSync.Settings
    package var maximumTime: Duration?
    package var wall: @Sendable () -> Timestamp
    package var log: @Sendable (String) -> Void
    /// Is told what is amiss and kept from the destination.
    package var warn: @Sendable (String) -> Void

    package init(
      store: ActionItemStore, carrier: any SyncCarrier,
      options: DestinationOptions = DestinationOptions(), settings: DestinationSync.Settings,
      maximumTime: Duration? = nil,
      wall: @escaping @Sendable () -> Timestamp,
      log: @escaping @Sendable (String) -> Void = { _ in },
      warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      (self.store, self.carrier, self.options) = (store, carrier, options)
      (self.settings, self.maximumTime) = (settings, maximumTime)
      (self.wall, self.log, self.warn) = (wall, log, warn)
    }

    /// Reads the store from a place on; throws `SyncError` where the store has no such place.
    func outbox(after place: FeedPosition?, except origin: String?) throws -> ChangeReader {
      do {
        return try ChangeReader(folder: store.folder, after: place, except: origin)
      } catch let mismatch as ChangeReader.Mismatch {
        throw SyncError(mismatch, name: settings.name)
      }
    }
  }
}
