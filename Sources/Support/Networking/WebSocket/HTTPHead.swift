/// The head of an HTTP/1.1 request or response, in a WebSocket handshake or at the hub (RFC 9112, sections 2 to 5).
///
/// `HeadCollector` gathers its bytes. A head must not be ambiguous: bare line feeds, folded lines, white space before
/// a colon and invalid names are refused.
struct HTTPHead {
  /// The first line: the request line or the status line.
  let start: String
  /// Names in lower case, and trimmed values, in order.
  let fields: [(name: String, value: String)]

  private static let mostFields = 100

  /// Returns all values of a name, which must be in lower case.
  func values(of name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// Returns the only value of a name; nil if it is missing or repeated.
  func onlyValue(of name: String) -> String? {
    let values = values(of: name)
    return values.count == 1 ? values[0] : nil
  }

  /// Returns the elements of all lists of a name (RFC 9110, section 5.6.1).
  func elements(of name: String) -> [String] {
    values(of: name).flatMap { $0.split(separator: ",") }.map(HTTPHead.trimmed)
      .filter { !$0.isEmpty }
  }

  /// Whether a list has an element, ignoring case. `element` must be in lower case.
  func has(_ element: String, in name: String) -> Bool {
    elements(of: name).contains { $0.lowercased() == element }
  }

  /// Parses a head without its empty line.
  init(_ bytes: ArraySlice<UInt8>) throws(HandshakeError) {
    var lines = HTTPHead.lines(bytes)
    guard let first = lines.popFirst(), let start = HTTPHead.text(first), !start.isEmpty else {
      throw .notHTTP
    }
    guard lines.count <= Self.mostFields else { throw .tooManyFields(limit: Self.mostFields) }
    var fields: [(name: String, value: String)] = []
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(HTTPHead.isToken),
        let value = HTTPHead.text(line[(colon + 1)...])
      else { throw .notHTTP }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      fields.append((name, HTTPHead.trimmed(value)))
    }
    self.start = start
    self.fields = fields
  }

  /// Splits at CR LF. A line with a bare CR or LF keeps it and is then refused as text.
  private static func lines(_ bytes: ArraySlice<UInt8>) -> ArraySlice<ArraySlice<UInt8>> {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var position = start
    while position + 1 < bytes.endIndex {
      guard bytes[position] == 0x0D, bytes[position + 1] == 0x0A else {
        position += 1
        continue
      }
      lines.append(bytes[start..<position])
      position += 2
      start = position
    }
    lines.append(bytes[start...])
    return lines[...]
  }

  /// Returns the text of a line; nil if it has control characters.
  private static func text(_ line: ArraySlice<UInt8>) -> String? {
    guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
    return String(decoding: line, as: UTF8.self)
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let front = text.drop(while: isSpace)
    guard let last = front.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(front[...last])
  }

  /// Whether a byte is allowed in a token (RFC 9110, section 5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isToken($0) }
  }

  /// Whether a text is allowed as the value of a field.
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
