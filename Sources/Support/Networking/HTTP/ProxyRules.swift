/// Selects the proxy of a request by its destination. The rules may come from environment variables.
///
/// Requests to this machine use no proxy. A proxy's address is `http://`, `https://`, `socks4://`, `socks4a://`,
/// `socks5://` or `socks5h://` with a host. It may contain credentials; without a scheme it is `http://`. The
/// `description` does not show the addresses.
package struct ProxyRules: Hashable, Sendable {
  /// The proxy for `http` addresses; nil for none.
  package var http: String?
  /// The proxy for `https` addresses, which tunnels the connection; nil for none.
  package var https: String?
  /// The hosts that need no proxy: names, which include their subdomains, numeric addresses, networks such as
  /// `10.0.0.0/8`, or `*` for all. A port may follow a name.
  var exceptions: [String] = []

  static let none = ProxyRules(http: nil, https: nil)

  /// The proxy for a destination; nil for none.
  func proxy(for destination: HTTPDestination) -> String? {
    let proxy = destination.scheme == "https" ? https : http
    guard let proxy, !proxy.isEmpty, !destination.isLoopback else { return nil }
    return exceptions.contains { ProxyRules.matches($0, destination) } ? nil : proxy
  }

  // libcurl has such exceptions (CURLOPT_NOPROXY), but supports networks only from 7.86 on; Ubuntu 22.04 has 7.81.
  private static func matches(_ exception: String, _ destination: HTTPDestination) -> Bool {
    if exception == "*" { return true }
    if let address = IPAddress(destination.host) {
      if let single = IPAddress(exception) { return single == address }
      let parts = exception.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let network = IPAddress(parts[0]), let length = Int(parts[1]) else {
        return false
      }
      return address.isIn(network, prefix: length)
    }
    var name = Substring(exception.lowercased())
    if let colon = name.lastIndex(of: ":") {
      guard Int(name[name.index(after: colon)...]) == destination.port else { return false }
      name = name[..<colon]
    }
    if name.hasPrefix("*.") { name = name.dropFirst() }
    if name.hasPrefix(".") { name = name.dropFirst() }
    if name.hasSuffix(".") { name = name.dropLast() }
    var host = Substring(destination.host.lowercased())
    if host.hasSuffix(".") { host = host.dropLast() }
    return !name.isEmpty && (host == name || host.hasSuffix("." + name))
  }
}

extension ProxyRules {
  /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
  ///
  /// The upper-case names are used if the lower-case ones are not set. `HTTP_PROXY` is never read, because a web
  /// server sets it from a visitor's header.
  package init(environment: [String: String]) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    let all = value("all_proxy", "ALL_PROXY")
    let exceptions = (value("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0.isWhitespace }
    self.init(
      http: value("http_proxy") ?? all, https: value("https_proxy", "HTTPS_PROXY") ?? all,
      exceptions: exceptions.map(String.init))
  }
}

extension ProxyRules: CustomStringConvertible, CustomReflectable {
  /// Whether there are proxies, without their addresses.
  package var description: String {
    "http: \(http == nil ? "direct" : "proxy"), https: \(https == nil ? "direct" : "proxy")"
  }

  /// Only the description, so that `dump` does not show credentials.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
