import Encoding
import Networking

/// A client's HTTP request (RFC 9110) with its body, or to open a WebSocket: its parts, origin check and access key.
/// Below: `SafeHeader`, text of a client in answers, and `RequestProblem`.
struct HubRequest: Sendable {
  let head: IncomingRequest
  var body: [UInt8] = []
  /// Whether the client still waits for the answer.
  var isWanted: @Sendable () -> Bool = { true }

  /// The limit of a body in bytes. Items are shorter.
  static let longestBody = 256 << 10

  /// The body that a request's head announces.
  enum Body: Hashable, Sendable {
    case bytes(Int)
    case tooLong
    case unmeasured
    /// The length is unreadable or given twice.
    case malformed
  }

  /// The length of a request's body as its head gives it (RFC 9112, section 6).
  static func body(of head: IncomingRequest) -> Body {
    if head.has("transfer-encoding") { return .unmeasured }
    guard head.has("content-length") else { return .bytes(0) }
    guard let text = head.value(of: "content-length"), !text.isEmpty,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return .malformed }
    guard let count = Int(text), count <= longestBody else { return .tooLong }
    return .bytes(count)
  }

  var method: String { head.method }
  var path: String { head.path }
  var query: String { head.query ?? "" }

  /// Whether the method is safe (RFC 9110, 9.2.1).
  var isSafe: Bool { method == "GET" || method == "HEAD" }

  /// Whether the request is for the pages without scripts.
  var isOfPlainList: Bool { path == "/list" || path.hasPrefix("/list/") }

  /// The parts of the path after each slash; nil if one is empty or its percent-encoding is invalid.
  var pathParts: [String]? {
    var parts: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard !part.isEmpty, let part = IncomingRequest.percentDecoded(part) else { return nil }
      parts.append(part)
    }
    return parts
  }

  /// Whether a field names the current entity tag, or any tag by `*`; nil without the field (RFC 9110, 13.1.1 and
  /// 13.1.2). Weak tags match only if `weakly` is true. A tag without quotation marks, as people type it, counts as
  /// quoted.
  func names(tag: String, in field: String, weakly: Bool = false) -> Bool? {
    guard let text = head.value(of: field) else { return nil }
    if text == "*" { return true }
    return text.split(separator: ",").contains { given in
      var given = given.drop { $0 == " " }
      while given.last == " " { given.removeLast() }
      if weakly, given.hasPrefix("W/") { given = given.dropFirst(2) }
      return given == "\"\(tag)\"" || given == tag
    }
  }

  // MARK: - Origin of a request

  /// The refusal of a request that a foreign web page may have made; nil if the request is allowed.
  ///
  /// Browsers send a page's origin with every unsafe request. DNS rebinding shows in `Host`. On a hub without a token,
  /// these are the only checks against foreign pages.
  func trespass(isOpen: Bool) -> HubAnswer? {
    guard let host = head.value(of: "host") else {
      return .problem(400, "the request has no host, or several")
    }
    if let origin = head.value(of: "origin"), origin != "http://\(host)",
      origin != "https://\(host)"
    {
      return .problem(403, "requests from pages of \(SafeHeader.shown(origin)) are not allowed")
    }
    if head.has("origin"), head.value(of: "origin") == nil {
      return .problem(403, "the request has several origins")
    }
    // Links to the page are allowed from anywhere, because the linking site does not see the opened page. Frames are
    // not links.
    let isLink =
      isSafe && (isOfPlainList || HubPage.file(path) != nil)
      && head.value(of: "sec-fetch-mode") == "navigate"
      && head.value(of: "sec-fetch-dest") ?? "document" == "document"
    if let site = head.value(of: "sec-fetch-site"), site != "same-origin", site != "none", !isLink {
      return .problem(403, "requests from pages of other sites are not allowed")
    }
    if isOpen, !Self.isLoopback(host) {
      return .problem(
        421, "without a token this hub answers only to localhost, 127.0.0.1 and [::1]")
    }
    return nil
  }

  /// The response to a body of the wrong media type; nil if the type is right or the method has no body.
  ///
  /// Any page can send a plain form without a preflight request. The hub's own forms therefore carry a code.
  var wrongType: HubAnswer? {
    let type = isOfPlainList ? "application/x-www-form-urlencoded" : "application/json"
    guard method == "POST" || method == "PATCH", type != self.type else { return nil }
    return .problem(415, "the Content-Type of a change must be \(type)")
  }

  private var type: String? {
    head.value(of: "content-type")?.lowercased().split(separator: ";").first?.filter { $0 != " " }
  }

  private static func isLoopback(_ host: String) -> Bool {
    var name = host[...]
    if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") { name = name[..<colon] }
    return ["localhost", "127.0.0.1", "[::1]"].contains(name.lowercased())
  }
}

/// Makes text of a client safe to show to that client again.
enum SafeHeader {
  static func shown(_ text: String) -> String {
    String(
      text.unicodeScalars.prefix(100).map {
        $0.value < 0x20 || $0.value == 0x7F ? "?" : Character($0)
      })
  }
}

/// A problem of a request, with the status of its response.
struct RequestProblem: Error, Hashable {
  let status: Int
  let sentence: String

  init(_ status: Int, _ sentence: String) { (self.status, self.sentence) = (status, sentence) }

  static func expected(_ status: Int, _ name: String, _ what: String) -> RequestProblem {
    RequestProblem(status, "'\(name)' must be \(what)")
  }
}

extension HubRequest {
  /// The key that the client sent: after `Bearer` (RFC 6750), or as `?token=` if `inAddress`; nil for none.
  ///
  /// A browser adds a password (RFC 7617) to every request, including those made by other sites. So a password is valid
  /// only for the plain pages, whose forms carry a code.
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
