import HTTPTransport

/// Where an OpenAI-compatible API is.
public struct ModelEndpoint: Hashable, Sendable {
  /// The address without the part that names the operation, such as `https://api.openai.com/v1`.
  public let base: String
  /// What follows a question mark in the address, such as Azure's `api-version=…`.
  let query: String?
  /// The key, if one is needed.
  let key: APIKey?
  /// Header fields beyond the usual ones.
  let headers: [(name: String, value: String)]
  /// The server, for messages.
  public let host: String
  /// Whether the server is this machine.
  public let isLoopback: Bool

  /// Reads an address; nil where it is no http or https address with a host.
  ///
  /// A slash at the end, and `/chat/completions` behind the base, are dropped.
  public init?(base address: String, key: APIKey?, headers: [(name: String, value: String)] = []) {
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var base = parts.first ?? ""
    for ending in ["/", "/chat/completions", "/"] {
      while base.hasSuffix(ending) { base.removeLast(ending.count) }
    }
    guard let destination = HTTPDestination(readable: String(base)) else { return nil }
    self.base = String(base)
    query = parts.count > 1 ? String(parts[1]) : nil
    self.key = key
    self.headers = headers
    let usual = destination.scheme == "https" ? 443 : 80
    host = destination.port == usual ? destination.host : "\(destination.host):\(destination.port)"
    isLoopback = destination.isLoopback
  }

  /// The address of an operation, such as `/chat/completions`.
  func url(_ operation: String) -> String { base + operation + (query.map { "?\($0)" } ?? "") }

  /// The header fields of every request.
  func fields(hasBody: Bool) -> HTTPHeaders {
    var fields = HTTPHeaders()
    if hasBody { fields.add("Content-Type", "application/json") }
    fields.add("Accept", "application/json")
    if let key { fields.add("Authorization", "Bearer \(key.value)") }
    for (name, value) in headers { fields.add(name, value) }
    return fields
  }

  /// Endpoints are the same when they are the same place, reached in the same way.
  public static func == (a: ModelEndpoint, b: ModelEndpoint) -> Bool {
    a.base == b.base && a.query == b.query && a.key == b.key
      && a.headers.elementsEqual(b.headers, by: ==)
  }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) { hasher.combine(base) }
}
