public import ActionItemRepository
public import CivilTime
public import SyncEngine

/// What a store is kept equal with its peers with.
public struct PeerSetup: Sendable {
  public var store: ActionItemStore
  public var deviceName: String
  /// Where it listens; no address is every one, port 0 lets the system choose.
  public var listening: (address: String?, port: Int) = (nil, 0)
  /// Whether peers are looked for in the network, and told where this device is.
  public var discovers = true
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
  public var wall: @Sendable () -> Timestamp
  /// Is told what happens, at length.
  public var log: @Sendable (String) -> Void = { _ in }
  /// Is told who comes and goes.
  public var inform: @Sendable (String) -> Void = { _ in }
  public var warn: @Sendable (String) -> Void = { _ in }

  public init(
    store: ActionItemStore, deviceName: String, wall: @escaping @Sendable () -> Timestamp
  ) {
    (self.store, self.deviceName, self.wall) = (store, deviceName, wall)
  }
}

/// What came of one pair.
public struct PeerResult: Sendable {
  public var name: String
  /// What the last session did; nil where there was none.
  public var report: SyncReport?
  /// Why there was none, or why the store could not be synced; nil where nothing is known.
  public var error: (any Error)?
  public var isTimeUp = false
}

/// Why a store cannot be kept equal with its peers.
public enum PeerError: Error, Hashable, Sendable, CustomStringConvertible {
  case busy(path: String)

  public var description: String {
    switch self {
    case .busy(let path):
      "another 'actionitems peer' keeps the store in \(path) equal with its peers"
    }
  }
}
