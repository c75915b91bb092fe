package import Store
package import CivilTime
package import Sync

/// What a store is kept equal with its peers with.
package struct PeerSetup: Sendable {
  package var store: ActionItemStore
  package var deviceName: String
  /// Where it listens; no address is every one, port 0 lets the system choose.
  package var listening: (address: String?, port: Int) = (nil, 0)
  /// Whether peers are looked for in the network, and told where this device is.
  package var discovers = true
  package var addresses: [PeerEndpoint] = []
  /// The name of the one pair that counts; nil for all.
  package var name: String?
  /// How long peers are looked for, each of which is then synced with once; nil to go on for ever.
  package var search: Duration?
  /// How long a device may take to answer a call, or a caller to prove who it is.
  package var patience: Duration = .seconds(10)
  /// How long all of it may take; nil for as long as it does.
  package var maximumTime: Duration?
  /// How a pair is synced with, and what it is told.
  package var options: @Sendable (Pair) throws -> (DestinationOptions, DestinationFilter) = { _ in
    (DestinationOptions(), .all)
  }
  package var wall: @Sendable () -> Timestamp
  /// Is told what happens, at length.
  package var log: @Sendable (String) -> Void = { _ in }
  /// Is told who comes and goes.
  package var inform: @Sendable (String) -> Void = { _ in }
  package var warn: @Sendable (String) -> Void = { _ in }

  package init(
    store: ActionItemStore, deviceName: String, wall: @escaping @Sendable () -> Timestamp
  ) {
    (self.store, self.deviceName, self.wall) = (store, deviceName, wall)
  }
}

/// What came of one pair.
package struct PeerResult: Sendable {
  package var name: String
  /// What the last session did; nil where there was none.
  package var report: SyncReport?
  /// Why there was none, or why the store could not be synced; nil where nothing is known.
  package var error: (any Error)?
  package var isTimeUp = false
  /// Whether the error was told when it came.
  package var isTold = false
}

/// Why a store cannot be kept equal with its peers.
package enum PeerError: Error, Hashable, Sendable, CustomStringConvertible {
  case busy(path: String)

  package var description: String {
    switch self {
    case .busy(let path):
      "another 'actionitems peer' keeps the store in \(path) equal with its peers"
    }
  }
}
