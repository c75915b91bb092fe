public import ActionItemRepository
public import CivilTime

extension SyncRunner {
  /// What a sync works with.
  public struct Setup: Sendable {
    /// The store.
    public var store: ActionItemStore
    /// How the other side is connected to.
    public var carrier: any SyncCarrier
    /// What of that is kept for the next time.
    public var options = DestinationOptions()
    /// How the sync goes about it.
    public var settings: DestinationSync.Settings
    /// How long it may take in all; nil for as long as it needs.
    public var maximumTime: Duration?
    /// Tells the time of day.
    public var wall: @Sendable () -> Timestamp
    /// Is told what happens.
    public var log: @Sendable (String) -> Void
    /// Is told what is amiss and kept from the destination.
    public var warn: @Sendable (String) -> Void

    /// Puts the parts together.
    public init(
      store: ActionItemStore, carrier: any SyncCarrier,
      options: DestinationOptions = DestinationOptions(), settings: DestinationSync.Settings,
      maximumTime: Duration? = nil,
      wall: @escaping @Sendable () -> Timestamp,
      log: @escaping @Sendable (String) -> Void = { _ in },
      warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      self.store = store
      self.carrier = carrier
      self.options = options
      self.settings = settings
      self.maximumTime = maximumTime
      self.wall = wall
      self.log = log
      self.warn = warn
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
