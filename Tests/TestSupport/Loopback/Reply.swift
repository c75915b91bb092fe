/// The loopback server's reaction to one request, step by step.
///
/// After the last step the connection waits for the next request, unless a step ended it.
public struct Reply: Sendable {
  /// One action on the connection.
  public enum Step: Sendable {
    /// Sends bytes.
    case send([UInt8])
    /// Sends the same bytes until the client hangs up.
    case sendForever([UInt8])
    /// Sends one byte for each step of the gate.
    case trickle([UInt8], Gate)
    /// Waits at the gate.
    case wait(Gate)
    /// Waits for some milliseconds.
    case pause(Int)
    /// Waits until the client hangs up.
    case hold
    /// Ends the sending side only.
    case finishSending
    /// Closes the connection.
    case close
    /// Closes the connection so that the client sees it reset.
    case reset
  }

  /// The steps, in order.
  public var steps: [Step]

  /// Makes a reply of steps.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// A valid response with its length.
  public static func response(
    status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = []
  ) -> Reply {
    Reply([
      .send(head(status, headers + [("Content-Length", "\(body.count)")]) + body)
    ])
  }

  /// A valid text response with its length.
  public static func text(
    _ body: String, status: Int = 200, headers: [(String, String)] = []
  ) -> Reply {
    response(status: status, headers: headers, body: Array(body.utf8))
  }

  /// The bytes unchanged; then the connection is closed.
  public static func raw(_ text: String) -> Reply { Reply([.send(Array(text.utf8)), .close]) }

  /// Nothing; the connection is closed.
  public static let dropped = Reply([.close])

  /// Nothing; the connection is reset.
  public static let reset = Reply([.reset])

  /// Nothing, for as long as the client waits.
  public static let silence = Reply([.hold])

  /// A response that states one length and has another body; then the connection is closed.
  public static func misstated(length: Int, body: String) -> Reply {
    Reply([.send(head(200, [("Content-Length", "\(length)")]) + Array(body.utf8)), .close])
  }

  /// The same, but only the sending side is closed.
  public static func halfClosed(length: Int, body: String) -> Reply {
    let start = head(200, [("Content-Length", "\(length)")]) + Array(body.utf8)
    return Reply([.send(start), .finishSending, .hold])
  }

  /// A body in chunks (RFC 9112, section 7.1).
  public static func chunked(_ chunks: [String], headers: [(String, String)] = []) -> Reply {
    var bytes = head(200, headers + [("Transfer-Encoding", "chunked")])
    for chunk in chunks + [""] {
      bytes += Array("\(String(chunk.utf8.count, radix: 16))\r\n\(chunk)\r\n".utf8)
    }
    return Reply([.send(bytes)])
  }

  /// A body that arrives one byte for each step of the gate.
  public static func trickled(_ body: String, gate: Gate) -> Reply {
    Reply([
      .send(head(200, [("Content-Length", "\(body.utf8.count)")])),
      .trickle(Array(body.utf8), gate),
    ])
  }

  /// A body without end.
  public static func endless(_ piece: String = String(repeating: "x", count: 4096)) -> Reply {
    Reply([.send(head(200, [])), .sendForever(Array(piece.utf8))])
  }

  /// A response with many fields.
  public static func flooded(fields count: Int) -> Reply {
    response(headers: (0..<count).map { ("X-Field-\($0)", "value") }, body: Array("ok".utf8))
  }

  /// A body with its content encoding.
  public static func gzip(_ body: GzipBody) -> Reply {
    response(headers: [("Content-Encoding", "gzip")], body: body.bytes)
  }

  /// The same reply after the gate opens.
  public func after(_ gate: Gate) -> Reply { Reply([.wait(gate)] + steps) }

  /// The same reply some milliseconds later.
  public func after(milliseconds: Int) -> Reply { Reply([.pause(milliseconds)] + steps) }

  /// The same reply; then the connection is closed without notice in the header.
  public func closing() -> Reply { Reply(steps + [.close]) }

  /// A status line and fields, followed by the empty line.
  public static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
    var text = "HTTP/1.1 \(status) Status\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}

extension Reply: CustomStringConvertible {
  /// The number of steps; their bytes would fill a test's log.
  public var description: String { "\(steps.count) steps" }
}
