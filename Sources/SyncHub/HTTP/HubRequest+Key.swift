import Digests
import WebSocket

extension HubRequest {
  /// What the sender shows to be let in: behind `Bearer` (RFC 6750), or as `?token=` where that is taken; nil for nothing.
  ///
  /// A browser sends a password (RFC 7617) with every request, also where the page of another site has made it: it
  /// counts for the plain pages alone, whose forms carry a code.
  func key(inAddress: Bool) -> String? {
    guard let given = head.value(of: "authorization") else {
      return inAddress ? head.queryValue(of: "token") : nil
    }
    let parts = given.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    switch parts[0].lowercased() {
    case "bearer": return String(parts[1])
    case "basic" where isOfPlainList && head.fault == .ordinary:
      guard let bytes = Base64.decode(Array(parts[1].utf8)),
        let text = String(validating: bytes, as: UTF8.self),
        let colon = text.firstIndex(of: ":")
      else { return nil }
      return String(text[text.index(after: colon)...])
    default: return nil
    }
  }
}
