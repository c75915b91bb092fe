/// What both sides agreed on for compressed messages: the extension permessage-deflate (RFC 7692, section 7).
package struct CompressionTerms: Hashable, Sendable {
  /// Whether the server may refer to what it sent in earlier messages.
  package private(set) var serverKeepsContext = true
  package private(set) var clientKeepsContext = true
  /// The server's window is of 2^`serverWindowBits` bytes, 8 to 15.
  package private(set) var serverWindowBits = 15
  /// The same of the client.
  package private(set) var clientWindowBits = 15

  static let name = "permessage-deflate"

  /// What a client offers: whatever the server likes, and a smaller window of its own where the server asks.
  static let offer = "\(name); client_max_window_bits"

  /// The server's answer, as the value of its `Sec-WebSocket-Extensions`.
  let answer: String

  // MARK: - Server

  /// Takes the first of a client's offers that can be met; nil where none can. Windows are made no larger than
  /// 2^`windowBits`, as far as the client can be asked for it.
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
        // zlib compresses with no window of 8 bits.
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

  /// Reads a server's answer to `offer`; nil where it is none.
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

  /// 8 to 15, without leading zeros.
  private static func bits(_ text: String) -> Int? {
    (8...15).first { "\($0)" == text }
  }
}
