import TestSupport
import Testing

@testable import Networking

/// Damaged streams may be refused, but never crash, hang, or grow beyond their limits.
///
/// `FUZZ_MUTANTS` sets how many there are.
@Suite struct WebSocketFuzzTests {
  static let limits = WebSocketLimits(messageBytes: 512, fragments: 8, sentFrameBytes: 16)

  static func stream(masked: Bool) -> [UInt8] {
    frame(1, Array("Grüße".utf8), masked: masked)
      + frame(1, Array("€ in ".utf8), final: false, masked: masked)
      + frame(9, [1, 2, 3], masked: masked) + frame(0, Array("two".utf8), masked: masked)
      + frame(2, [UInt8](repeating: 7, count: 130), masked: masked) + frame(10, masked: masked)
      + frame(8, [3, 0xE8] + Array("bye".utf8), masked: masked)
  }

  @Test(arguments: [WebSocketConnection.Role.client, .server])
  func `damaged frames do no harm`(role: WebSocketConnection.Role) {
    let seed = Self.stream(masked: role == .server)
    var mutator = ByteMutator(seed: role == .client ? 1 : 2, tokens: ["\u{7f}\0\0\0", "\u{2}"])
    var random = SeededRandom(seed: 3)
    for _ in 0..<FuzzRounds.mutants / 3 {
      let bytes = mutator.mutate(seed)
      var connection = WebSocketConnection(role: role, limits: Self.limits)
      let cut = Int.random(in: 0...bytes.count, using: &random)
      let events = connection.receive(bytes[..<cut]) + connection.receive(bytes[cut...])
      var total = 0
      for (index, event) in events.enumerated() {
        switch event {
        case .text(let text):
          total += text.count
          if text.count > 512 || String(validating: text, as: UTF8.self) == nil {
            Issue.record("\(text)")
          }
        case .binary(let data):
          total += data.count
          if data.count > 512 { Issue.record("\(data.count) bytes") }
        case .ping(let data), .pong(let data):
          total += data.count
          if data.count > 125 { Issue.record("\(data.count) bytes") }
        case .skipped: Issue.record("nothing is passed over unless that is asked for")
        case .closed, .failed:
          if index != events.count - 1 || connection.state != .closed {
            Issue.record("\(event) was not the last")
          }
        }
      }
      if total > bytes.count || connection.pendingOutput > 2 * bytes.count + 140 {
        Issue.record("more came out than went in")
      }
    }
  }

  @Test func `damaged handshakes do no harm`() throws {
    let answer = Array(HandshakeText.answer("HTTP/1.1 101 x").utf8)
    let request = HandshakeText.request("GET /chat?x HTTP/1.1", "Sec-WebSocket-Protocol: chat")
    var mutator = ByteMutator(seed: 4, tokens: ["\r\n", "\r\n\r\n", ":", "HTTP/1.1 ", ","])
    for _ in 0..<FuzzRounds.mutants / 6 {
      var client = try HandshakeText.client()
      do throws(HandshakeError) {
        if let agreement = try client.receive(mutator.mutate(answer)), agreement.compression != nil
        {
          Issue.record("\(agreement)")
        }
      } catch {}
      var server = ServerHandshake()
      do throws(HandshakeError) {
        guard let upgrade = try server.receive(mutator.mutate(request)) else { continue }
        if (upgrade.accept() == nil) != (upgrade.fault != nil) {
          Issue.record("a fault was accepted")
        }
      } catch {}
    }
  }
}
