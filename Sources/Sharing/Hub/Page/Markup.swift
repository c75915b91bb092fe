import Exporting

/// HTML made by string interpolation. Interpolated text is escaped for elements and for attribute values in double
/// quotes, so that it cannot add markup. It becomes one line without control characters; `lines:` keeps line breaks.
struct Markup: ExpressibleByStringInterpolation, Hashable, Sendable {
  private(set) var text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  /// The pieces joined by a separator.
  init(_ pieces: some Sequence<Markup>, separator: Markup = "") {
    text = pieces.map(\.text).joined(separator: separator.text)
  }

  /// Escapes what is interpolated.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ text: String) {
      self.text += HTMLEscaping.escaped(text)
    }

    mutating func appendInterpolation(lines text: String) {
      self.text += HTMLEscaping.escapedBlock(text)
    }

    mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
  }
}
