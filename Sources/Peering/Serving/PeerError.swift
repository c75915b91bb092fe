/// Why a store cannot be kept equal with its peers.
public enum PeerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process does so.
  case busy(path: String)

  /// The sentence that a person reads.
  public var description: String {
    switch self {
    case .busy(let path):
      "another 'actionitems peer' keeps the store in \(path) equal with its peers"
    }
  }
}
