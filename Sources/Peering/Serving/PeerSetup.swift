public import ActionItemRepository
public import CivilTime
public import SyncEngine

/// What a store is kept equal with its peers with.
public struct PeerSetup: Sendable {
  /// The store.
  public var store: ActionItemStore
  /// What this device calls itself.
  public var deviceName: String
  /// Where it listens; no address is every one, port 0 lets the system choose.
  public var listening: (address: String?, port: Int) = (nil, 0)
  /// Whether peers are looked for in the network, and told where this device is.
  public var discovers = true
  /// Addresses at which a peer is.
  public var addresses: [PeerEndpoint] = []
  /// The name of the one pair that counts; nil for all.
  public var name: String?
  /// How long peers are looked for, each of which is then synced with once; nil to go on for ever.
  public var search: Duration?
  /// How long a device may take to answer a call, or a caller to prove who it is.
  public var patience: Duration = .seconds(10)
  /// How long all of it may take; nil for as long as it does.
  public var maximumTime: Duration?
  /// How a pair is synced with, and what it is told.
  public var options: @Sendable (Pair) throws -> (DestinationOptions, DestinationFilter) = { _ in
    (DestinationOptions(), .all)
  }
  /// Tells the time of day.
  public var wall: @Sendable () -> Timestamp
  /// Is told what happens, at length.
  public var log: @Sendable (String) -> Void = { _ in }
  /// Is told who comes and goes.
  public var inform: @Sendable (String) -> Void = { _ in }
  /// Is told what somebody has to see to.
  public var warn: @Sendable (String) -> Void = { _ in }

  /// Takes what cannot be left out.
  public init(
    store: ActionItemStore, deviceName: String, wall: @escaping @Sendable () -> Timestamp
  ) {
    (self.store, self.deviceName, self.wall) = (store, deviceName, wall)
  }
}

/// What came of one pair.
public struct PeerResult: Sendable {
  /// The pair's name.
  public var name: String
  /// What the last session did; nil where there was none.
  public var report: SyncReport?
  /// Why there was none, or why the store could not be synced; nil where nothing is known.
  public var error: (any Error)?
  /// Whether the time was up before it was done.
  public var isTimeUp = false
}
