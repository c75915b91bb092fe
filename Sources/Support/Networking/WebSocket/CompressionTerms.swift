/// Negotiates the WebSocket extension permessage-deflate, and holds the agreed parameters (RFC 7692, section 7).
package struct CompressionTerms: Hashable, Sendable {
  /// Whether the server may refer to its earlier messages.
  package private(set) var serverKeepsContext = true
  package private(set) var clientKeepsContext = true
  /// The server's window is 2^`serverWindowBits` bytes, 8 to 15.
  package private(set) var serverWindowBits = 15
  /// The client's window is 2^`clientWindowBits` bytes, 8 to 15.
  package private(set) var clientWindowBits = 15

  static let name = "permessage-deflate"

  /// The client's offer: the server may set all parameters, including a smaller window for the client.
  static let offer = "\(name); client_max_window_bits"

  /// The server's answer, as the value of `Sec-WebSocket-Extensions`.
  let answer: String

  // MARK: - Server

  /// Accepts the first offer of a client that can be met; nil if none can. Windows have at most 2^`windowBits` bytes,
  /// as far as the client's offer allows.
  init?(offers: [String], windowBits: Int = 15) {
    for offer in offers {
      if let terms = CompressionTerms(offer: offer, windowBits: windowBits) {
        self = terms
        return
      }
    }
    return nil
  }

  private init?(offer: String, windowBits limit: Int) {
    guard let parameters = ExtensionParameters(offer, name: Self.name) else { return nil }
    var answer = Self.name
    for (name, value) in parameters.all {
      switch (name, value) {
      case ("server_no_context_takeover", nil):
        serverKeepsContext = false
        answer += "; server_no_context_takeover"
      case ("client_no_context_takeover", nil):
        clientKeepsContext = false
        answer += "; client_no_context_takeover"
      case ("server_max_window_bits", let bits?):
        // zlib cannot compress with a window of 8 bits.
        guard let bits = Self.bits(bits), bits >= 9 else { return nil }
        serverWindowBits = bits
      case ("client_max_window_bits", let bits):
        guard let most = bits.map({ Self.bits($0) }) ?? 15 else { return nil }
        clientWindowBits = min(most, limit)
        if clientWindowBits < 15 || bits != nil {
          answer += "; client_max_window_bits=\(clientWindowBits)"
        }
      default: return nil
      }
    }
    serverWindowBits = min(serverWindowBits, max(limit, 9))
    if serverWindowBits < 15
      || parameters.all.contains(where: { $0.name == "server_max_window_bits" })
    {
      answer += "; server_max_window_bits=\(serverWindowBits)"
    }
    self.answer = answer
  }

  // MARK: - Client

  /// Parses a server's answer to `offer`; nil if it is invalid.
  init?(answer: String) {
    guard let parameters = ExtensionParameters(answer, name: Self.name) else { return nil }
    for (name, value) in parameters.all {
      switch (name, value) {
      case ("server_no_context_takeover", nil): serverKeepsContext = false
      case ("client_no_context_takeover", nil): clientKeepsContext = false
      case ("server_max_window_bits", let bits?):
        guard let bits = Self.bits(bits) else { return nil }
        serverWindowBits = bits
      case ("client_max_window_bits", let bits?):
        guard let bits = Self.bits(bits) else { return nil }
        clientWindowBits = bits
      default: return nil
      }
    }
    self.answer = answer
  }

  /// Parses a number from 8 to 15 without leading zeros.
  private static func bits(_ text: String) -> Int? {
    (8...15).first { "\($0)" == text }
  }
}
