package import CivilTime
package import Store
package import Sync

/// The settings of a `PeerService`. Below: `PeerResult`, the result of each pair, and `PeerError`.
package struct PeerSetup: Sendable {
  package var store: ActionItemStore
  package var deviceName: String
  /// The address and port to listen on. No address means all; port 0 lets the system choose.
  package var listening: (address: String?, port: Int) = (nil, 0)
  /// Whether to find peers in the network, and to publish this device there.
  package var discovers = true
  package var addresses: [PeerEndpoint] = []
  /// The name of the only pair to sync with; nil for all.
  package var name: String?
  /// How long to search for peers and sync once with each; nil to run until stopped.
  package var search: Duration?
  /// How long a device may take to answer a call, or a caller to authenticate.
  package var patience: Duration = .seconds(10)
  /// The time limit of the whole run; nil for none.
  package var maximumTime: Duration?
  /// The options of syncing with a pair, and the filter of the items that it gets.
  package var options: @Sendable (Pair) throws -> (RemoteOptions, RemoteFilter) = { _ in
    (RemoteOptions(), .all)
  }
  /// How far the peers may make the store grow.
  package var limits = StoreLimits()
  package var wall: @Sendable () -> Timestamp
  package var log: @Sendable (String) -> Void = { _ in }
  /// Reports who connects and disconnects.
  package var inform: @Sendable (String) -> Void = { _ in }
  package var warn: @Sendable (String) -> Void = { _ in }

  package init(
    store: ActionItemStore, deviceName: String, wall: @escaping @Sendable () -> Timestamp
  ) {
    (self.store, self.deviceName, self.wall) = (store, deviceName, wall)
  }
}

/// The result of one pair.
package struct PeerResult: Sendable {
  package var name: String
  /// The report of the last session; nil without a session.
  package var report: SyncReport?
  /// Why there was no session, or why syncing failed; nil if unknown.
  package var error: (any Error)?
  package var isTimeUp = false
  /// Whether the error was already reported.
  package var isReported = false
}

/// The reason why a store cannot be synced with its peers.
package enum PeerError: Error, Hashable, Sendable, CustomStringConvertible {
  case busy(path: String)

  package var description: String {
    switch self {
    case .busy(let path):
      "another 'actionitems peer' is syncing the store in \(path)"
    }
  }
}
