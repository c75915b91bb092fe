/// What the loopback server does in answer to one request, step by step.
///
/// Behind the last step the connection waits for the next request, unless a step ended it.
public struct Reply: Sendable {
  /// One thing done to the connection.
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

  /// A proper answer with its length.
  public static func response(
    status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = []
  ) -> Reply {
    Reply([
      .send(head(status, headers + [("Content-Length", "\(body.count)")]) + body)
    ])
  }

  /// A proper answer with its length.
  public static func text(
    _ body: String, status: Int = 200, headers: [(String, String)] = []
  ) -> Reply {
    response(status: status, headers: headers, body: Array(body.utf8))
  }

  /// Bytes as they are; then the connection is closed.
  public static func raw(_ text: String) -> Reply { Reply([.send(Array(text.utf8)), .close]) }

  /// Nothing; the connection is closed.
  public static let dropped = Reply([.close])

  /// Nothing; the connection is reset.
  public static let reset = Reply([.reset])

  /// Nothing, for as long as the client waits.
  public static let silence = Reply([.hold])

  /// An answer that states one length and has another body; then the connection is closed.
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

  /// A body that comes one byte for each step of the gate.
  public static func trickled(_ body: String, gate: Gate) -> Reply {
    Reply([
      .send(head(200, [("Content-Length", "\(body.utf8.count)")])),
      .trickle(Array(body.utf8), gate),
    ])
  }

  /// A body without an end.
  public static func endless(_ piece: String = String(repeating: "x", count: 4096)) -> Reply {
    Reply([.send(head(200, [])), .sendForever(Array(piece.utf8))])
  }

  /// An answer with many fields.
  public static func flooded(fields count: Int) -> Reply {
    response(headers: (0..<count).map { ("X-Field-\($0)", "value") }, body: Array("ok".utf8))
  }

  /// A body that states its encoding.
  public static func gzip(_ body: GzipBody) -> Reply {
    response(headers: [("Content-Encoding", "gzip")], body: body.bytes)
  }

  /// The same, once the gate is open.
  public func after(_ gate: Gate) -> Reply { Reply([.wait(gate)] + steps) }

  /// The same, some milliseconds later.
  public func after(milliseconds: Int) -> Reply { Reply([.pause(milliseconds)] + steps) }

  /// The same; then the connection is closed, without notice in the header.
  public func closing() -> Reply { Reply(steps + [.close]) }

  /// A status line and fields, with the empty line behind them.
  public static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
    var text = "HTTP/1.1 \(status) Status\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}

extension Reply: CustomStringConvertible {
  /// How many steps there are: their bytes would fill a test's log.
  public var description: String { "\(steps.count) steps" }
}
