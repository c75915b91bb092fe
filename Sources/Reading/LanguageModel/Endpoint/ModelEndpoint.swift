import Encoding
package import Networking

/// The address of an OpenAI-compatible endpoint, with the key and the header fields of requests to it.
package struct ModelEndpoint: Hashable, Sendable {
  /// The address without the operation, such as `https://api.openai.com/v1`.
  package let base: String
  /// The query of the address, such as Azure's `api-version=…`.
  let query: String?
  let key: APIKey?
  /// Additional header fields.
  let headers: [HTTPHeaders.Field]
  /// The parsed address, for messages.
  package let destination: HTTPDestination
  /// The provider, as far as the address shows it.
  let vendor: Vendor?

  /// Parses an address. Returns nil if it is not an http or https address with a host, or if it contains a user name.
  ///
  /// Removes a trailing slash, and `/chat/completions` or `/models` after the base. Adds the usual path for a known
  /// host without one.
  package init?(base address: String, key: APIKey?, headers: [(name: String, value: String)] = []) {
    let address = address.prefix { $0 != "#" }
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var base = parts.first ?? ""
    for ending in ["/", "/chat/completions", "/models", "/"] {
      while base.hasSuffix(ending) { base.removeLast(ending.count) }
    }
    guard let destination = HTTPDestination(readable: String(base)),
      !base.drop(while: { $0 != "/" }).prefix(while: { $0 != "?" }).contains("@")
    else { return nil }
    let vendor = Vendor(host: destination.host)
    let path = destination.path == "/" ? "" : destination.path
    self.base = String(base) + (vendor?.missingPath(after: path) ?? "")
    let query = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
    self.query = query ?? vendor?.usualQuery(for: path)
    self.key = key
    self.headers = headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }
    (self.destination, self.vendor) = (destination, vendor)
  }

  /// The host and a non-default port, for messages.
  package var host: String {
    let usual = destination.scheme == "https" ? 443 : 80
    return destination.port == usual
      ? destination.host : "\(destination.host):\(destination.port)"
  }

  package var isLoopback: Bool { destination.isLoopback }

  /// Whether a known provider runs the server.
  package var isHosted: Bool { vendor != nil }

  /// The key for stored capabilities: the address without secrets.
  package var name: String {
    let version = query?.split(separator: "&").first { $0.hasPrefix("api-version=") }
    return base + (version.map { "?\($0)" } ?? "")
  }

  func url(_ operation: String) -> String { base + operation + (query.map { "?\($0)" } ?? "") }

  /// Returns the address of an operation on files or batches. At Azure these belong to the resource, not to a
  /// deployment.
  func accountURL(_ operation: String) -> String {
    guard vendor == .azure, let place = base.firstPlace(of: "/deployments/") else {
      return url(operation)
    }
    return base[..<place.lowerBound] + operation + (query.map { "?\($0)" } ?? "")
  }

  /// The path of the requests within a batch.
  package var questionPath: String {
    vendor == .azure ? "/chat/completions" : "/v1/chat/completions"
  }

  func fields(hasBody: Bool) -> HTTPHeaders {
    var fields = HTTPHeaders()
    if hasBody { fields.add("Content-Type", "application/json") }
    fields.add("Accept", "application/json")
    let own = Set(headers.map { $0.name.lowercased() })
    if let key, own.isDisjoint(with: ["authorization", "api-key"]) {
      if vendor == .azure {
        fields.add("api-key", key.value)
      } else {
        fields.add("Authorization", "Bearer \(key.value)")
      }
    }
    for field in headers { fields.add(field.name, field.value) }
    return fields
  }

  /// The values that must never be shown: the key and the user's header fields, any of which may be secret.
  package var secrets: Secrets {
    Secrets(
      secretValues,
      keys: (key.map { [$0.value] } ?? [])
        + headers.filter(isKey).flatMap { Self.parts(of: $0).map(String.init) })
  }

  /// The secret values, for comparison only; they must not be stored.
  package var secretValues: [String] {
    var values = key.map { [$0.value] } ?? []
    for field in headers where !Self.plainFields.contains(field.name.lowercased()) {
      values.append(field.value)
      // In "Bearer …" and "session=…; …" any part may be repeated alone. Short words are not secrets.
      let parts = Self.parts(of: field)
      let isKey = isKey(field)
      for (number, part) in parts.enumerated() where parts.count > 1 {
        let isLast = number == parts.count - 1
        if part.utf8.count >= Self.leastPart || isKey && isLast { values.append(String(part)) }
      }
    }
    return values
  }

  private static func parts(of field: HTTPHeaders.Field) -> [Substring] {
    field.value.split { " ;,=".contains($0) }
  }

  private func isKey(_ field: HTTPHeaders.Field) -> Bool {
    let name = field.name.lowercased()
    return ["auth", "key", "token", "secret", "cookie"].contains(where: name.holds)
  }

  /// Minimum bytes for a part of a value to count as secret in any field.
  private static let leastPart = 16

  /// Fields about the client, organisation and format, whose values may also occur in chat.
  private static let plainFields: Set<String> = [
    "accept", "accept-language", "content-type", "user-agent", "referer", "http-referer", "x-title",
    "openai-organization", "openai-project", "openai-beta", "anthropic-version",
  ]

  /// Returns the shape of the first request: the known one, but with the user's parameters tried again.
  func shape(known: RequestShape?, setByUser names: [String]) -> RequestShape {
    var shape = known ?? RequestShape()
    if known == nil { shape.prefersCompletionTokens = vendor == .openAI }
    shape.refused.subtract(names)
    return shape
  }

  /// A hint if the address does not accept requests: most servers need `/v1`.
  var addressHint: String {
    let segments = destination.path.lowercased().split(separator: "/")
    guard !segments.contains(where: { $0.hasPrefix("v") && $0.dropFirst().first?.isNumber == true })
    else { return "" }
    var other = destination
    other.path = destination.path == "/" ? "/v1" : destination.path + "/v1"
    return "; most servers need /v1 in the address: try --base-url \(other)"
  }
}
