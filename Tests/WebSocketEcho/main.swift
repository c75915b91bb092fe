// The Autobahn test suite's counterpart, run by hand:
//
//     WebSocketEcho client ws://127.0.0.1:9112 AGENT    against wstest -m fuzzingserver
//     WebSocketEcho server                              for wstest -m fuzzingclient; prints its port
import Glibc
import Networking
import Sync
import TestSupport

let limits = WebSocketLimits(messageBytes: 32 << 20, fragments: 1 << 17)

/// Echoes every message until the connection ends; returns the texts received.
@discardableResult
func converse(_ url: String, echoing: Bool = true) async throws -> [String] {
  var settings = ConnectionSettings()
  settings.limits = limits
  settings.compresses = true
  let link = try await SyncWebSocket.open(try ServerAddress(url), settings: settings)
  var texts: [String] = []
  do {
    while case let events = try await link.receive(), !events.isEmpty {
      for event in events {
        switch event {
        case .text(let bytes):
          if echoing {
            link.send(text: bytes)
          } else {
            texts.append(String(decoding: bytes, as: UTF8.self))
          }
        case .binary(let bytes): link.send(binary: bytes)
        case .ping, .pong, .skipped, .closed, .failed: break
        }
      }
      try await link.flush()
    }
  } catch {
    // Some cases end with a reset.
  }
  return texts
}

func runClient(_ base: String, agent: String) async throws {
  let count = try await converse("\(base)/getCaseCount", echoing: false).first.flatMap { Int($0) }
  for number in 1...(count ?? 1) {
    try await converse("\(base)/runCase?case=\(number)&agent=\(agent)")
  }
  try await converse("\(base)/updateReports?agent=\(agent)")
  print("\(count ?? 0) cases run")
}

/// Answers one client: the handshake, then an echo of every message.
func serve(_ peer: StreamServerConnection) {
  var handshake = ServerHandshake()
  var connection = WebSocketConnection(role: .server, limits: limits)
  var request: IncomingRequest?
  while connection.state != .closed, case var bytes = peer.read(), !bytes.isEmpty {
    if request == nil {
      do throws(HandshakeError) {
        guard let upgrade = try handshake.receive(bytes) else { continue }
        let compression = upgrade.compression()
        guard let answer = upgrade.accept(compression: compression) else { return }
        connection = WebSocketConnection(
          role: .server, limits: limits, compression: compression)
        peer.write(answer)
        request = upgrade
        bytes = upgrade.rest
      } catch {
        return
      }
    }
    for event in connection.receive(bytes) {
      switch event {
      case .text(let text): connection.send(text: text)
      case .binary(let data): connection.send(binary: data)
      case .ping, .pong, .skipped, .closed, .failed: break
      }
    }
    guard peer.write(connection.takeOutput()) else { return }
  }
}

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "client" where arguments.count == 4:
  try await runClient(arguments[2], agent: arguments[3])
case "server":
  let server = try StreamServer { serve($0) }
  let line = Array("\(server.port)\n".utf8)
  _ = write(STDOUT_FILENO, line, line.count)  // at once, whatever standard output is
  while true { pause() }
default:
  print("usage: WebSocketEcho client URL AGENT | server")
  exit(2)
}
