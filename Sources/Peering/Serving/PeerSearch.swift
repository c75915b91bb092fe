import ServiceDiscovery

/// Who is there in the network.
public enum PeerSearch {
  /// A device that was found.
  public struct Found: Hashable, Sendable {
    /// What it says of itself.
    public var record: PeerRecord
    /// Where it is.
    public var endpoints: [PeerEndpoint]
  }

  /// Looks for devices for a time; returns those that are there then, ordered by name, and what went wrong.
  public static func devices(
    for time: Duration, log: @escaping @Sendable (String) -> Void
  ) async -> (found: [Found], problems: [String]) {
    guard let type = ServiceType(PeerService.serviceType) else { return ([], []) }
    let loop = DiscoveryLoop(type: type, publication: nil, log: log)
    let looking = Task { await loop.run() }
    let limit = Task {
      // Cancelled: the search is, too.
      try? await Task.sleep(for: time)
      looking.cancel()
    }
    defer { limit.cancel() }
    return await withTaskCancellationHandler {
      var (services, problems) = ([String: Found](), [String]())
      for await event in loop.events {
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
