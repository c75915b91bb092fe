import Testing

@testable import Networking

@Suite struct HTTPErrorTests {
  static let place = HTTPDestination(scheme: "https", host: "h", port: 443, path: "/v1")
  static let server = HTTPError.Server(host: "h", port: 443)

  @Test(
    arguments: [
      (HTTPError.invalidURL(.empty), false, false),
      (.invalidField(name: "a", .value), false, false), (.invalidProxy, false, false),
      (.plainTextRefused(place), false, false), (.unknownHost(server), true, false),
      (.connectionRefused(server), true, false), (.unreachable(server, errno: 113), true, false),
      (.proxyRefused(server, status: 407), false, false),
      (.proxyRefused(server, status: 502), true, false),
      (.tlsFailed(.expired, place), false, false),
      (.tlsFailed(.handshake("reset"), place), true, false),
      (.timedOut(.connect, after: .seconds(1), place), true, false),
      (.timedOut(.response, after: .seconds(1), place), true, true),
      (.timedOut(.total, after: .seconds(1), place), true, true),
      (.connectionBroken(place, answerBegun: false), true, true),
      (.badResponse(place, reason: "x"), true, true),
      (.headerTooLarge(place, .line), false, true),
      (.responseTooLarge(place, limit: 1), false, true),
      (.redirectRefused(status: 301, from: place, to: nil), false, true), (.cancelled, false, true),
      (.shutDown, false, true), (.unexpected(code: 27, text: "x"), false, true),
    ] as [(HTTPError, Bool, Bool)])
  func `a failure says whether it may pass and whether it may have cost something`(
    error: HTTPError, isTransient: Bool, mayHaveBeenProcessed: Bool
  ) {
    #expect(error.isTransient == isTransient)
    #expect(error.mayHaveBeenProcessed == mayHaveBeenProcessed)
  }

  @Test(
    arguments: [
      (
        HTTPError.timedOut(.idle, after: .milliseconds(1500), place),
        "https://h/v1: nothing more came for 1 s 500 ms"
      ),
      (.timedOut(.connect, after: .seconds(10), place), "https://h/v1: no connection within 10 s"),
      (.connectionRefused(server), "h:443: connection refused; is the server running?"),
      (
        .unreachable(HTTPError.Server(host: "p", port: 1, isProxy: true), errno: 113),
        "proxy p:1: no connection (No route to host)"
      ),
      (
        .headerTooLarge(place, .fields(9)),
        "https://h/v1: the answer's header has more than 9 fields"
      ),
      (
        .tlsFailed(.wrongHost, place),
        "https://h/v1: the secure connection failed: the server's certificate is for another host name"
      ),
      (
        .invalidField(name: "X\nY", .name),
        "header field “X?Y” cannot be sent: its name is empty or has characters that no name may have"
      ),
    ] as [(HTTPError, String)])
  func `a failure reads as a sentence`(error: HTTPError, text: String) {
    #expect("\(error)" == text)
  }
}
