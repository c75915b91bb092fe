import Networking

@testable import SyncHub

/// A page: its event stream and its requests.
struct PageClient {
  let address: String
  let stream: CurlStream
  /// Text of the stream that was received and not yet discarded.
  private(set) var told = ""
  /// The id that the hub gave to the page.
  private(set) var window = ""

  init(_ running: RunningHub, token: String = "right") async throws {
    address = "http://\(running.hub.address)"
    stream = try await CurlStream.open(address)
    try await stream.send(
      Array(
        "GET /changes?presence=true HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer \(token)\r\n\r\n"
          .utf8))
    try await hear("\"window\":\"")
    window = String(told.split(separator: "\"window\":\"")[1].prefix(36))
  }

  /// Waits for a text on the stream and discards everything up to it.
  mutating func hear(_ text: String) async throws {
    while !told.contains(text) {
      told += String(decoding: try await stream.receive(), as: UTF8.self)
    }
  }

  mutating func forget() { told = "" }

  func say(
    _ body: String, to path: String = "/presence", token: String = "right",
    type: String = "application/json"
  ) async throws -> HTTPResponse {
    try await CurlTransport().send(
      HTTPRequest(
        .post, address + path,
        headers: ["Authorization": "Bearer \(token)", "Content-Type": type],
        body: Array(body.utf8)))
  }

  func doing(_ state: String, lease: String = "null") async throws -> HTTPResponse {
    try await say(
      "{\"window\":\"\(window)\",\"state\":\"\(state)\",\"item\":\"i\",\"lease\":\(lease)}")
  }
}
