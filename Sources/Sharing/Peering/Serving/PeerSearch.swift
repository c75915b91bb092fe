import Sync

/// Searches the network for devices, for `peer --list`. `PeerService` searches by itself.
package enum PeerSearch {
  /// A device that was found, with the addresses to try.
  package struct Found: Hashable, Sendable {
    package var record: PeerRecord
    package var endpoints: [PeerEndpoint]
  }

  /// Searches for a while; returns the devices found, ordered by name, and the problems.
  package static func devices(
    for time: Duration, log: @escaping @Sendable (String) -> Void
  ) async -> (found: [Found], problems: [String]) {
    guard let discovery = ServiceDiscovery.peers(nil, at: nil, log: log) else { return ([], []) }
    let looking = Task { await discovery.run() }
    let limit = Task.after(time) { looking.cancel() }
    defer { limit.cancel() }
    return await withTaskCancellationHandler {
      var (services, problems) = ([String: Found](), [String]())
      for await event in discovery.events {
        switch event {
        case .found(let service):
          services[service.name] = PeerRecord(service).map {
            Found(record: $0, endpoints: service.endpoints)
          }
        case .lost(let name): services[name] = nil
        case .problem(let text): problems.append(text)
        case .published, .networkChanged: break
        }
      }
      let found = services.sorted { $0.key < $1.key }.map(\.value)
      return (found, problems)
    } onCancel: {
      looking.cancel()
    }
  }
}
