import Encoding
import Networking
import Synchronization
import TestSupport

@testable import Sync

/// A server for tests that shares no code with the hub. It applies each message once, by id, and acknowledges it.
final class RecordingServer: Sendable {
  /// The observations of one trial.
  struct Trial {
    /// The ids of the items that were applied, in order.
    var applied: [String] = []
    var seen: Set<String> = []
    /// The number of messages that had already been applied.
    var repeats = 0
  }

  private final class Trials: Sendable {
    let current = Mutex(Trial())
  }

  private let server: StreamServer
  private let trials = Trials()

  init() throws {
    server = try StreamServer { [trials] peer in Self.serve(peer, trials) }
  }

  var port: Int { server.port }

  /// Ends a trial and starts the next.
  func takeTrial() -> Trial {
    trials.current.withLock { trial in
      defer { trial = Trial() }
      return trial
    }
  }

  func stop() { server.stop() }

  private static func serve(_ peer: StreamServerConnection, _ trials: Trials) {
    var handshake = ServerHandshake()
    var connection = WebSocketConnection(role: .server)
    var isOpen = false
    while connection.state != .closed, case var bytes = peer.read(), !bytes.isEmpty {
      if !isOpen {
        guard let request = try? handshake.receive(bytes) else { continue }
        guard let answer = request.accept() else { return }
        peer.write(answer)
        isOpen = true
        bytes = request.rest
      }
      for case .text(let text) in connection.receive(bytes) {
        guard let frame = try? SyncFrame(parsing: text) else { continue }
        if let answer = answer(frame, trials) { connection.send(text: Array(answer.utf8)) }
      }
      guard peer.write(connection.takeOutput()) else { return }
    }
  }

  private static func answer(_ frame: SyncFrame, _ trials: Trials) -> String? {
    if frame.type == "auth" { return #"{"type":"auth.success","payload":{}}"# }
    guard frame.type.hasPrefix("item."), let id = frame.messageID else { return nil }
    trials.current.withLock { trial in
      if trial.seen.insert(id).inserted {
        trial.applied.append(frame.payloadValue["id"]?.string ?? "")
      } else {
        trial.repeats += 1
      }
    }
    return #"{"type":"acknowledgment","payload":{"messageID":"\#(id)"}}"#
  }
}
