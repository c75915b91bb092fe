public import ActionItemRepository
public import CivilTime

extension SyncRunner {
  public struct Setup: Sendable {
    public var store: ActionItemStore
    public var carrier: any SyncCarrier
    /// What of that is kept for the next time.
    public var options = DestinationOptions()
    public var settings: DestinationSync.Settings
    public var maximumTime: Duration?
    public var wall: @Sendable () -> Timestamp
    public var log: @Sendable (String) -> Void
    /// Is told what is amiss and kept from the destination.
    public var warn: @Sendable (String) -> Void

    public init(
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
