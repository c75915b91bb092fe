import Encoding

/// The JSON in the body of a response, without what some servers send before it.
///
/// It skips a byte order mark, blank keep-alive lines, and comment lines of server-sent events, which begin with a
/// colon.
struct AnswerBody {
  let json: JSONValue?
  /// Whether the body is a web page instead.
  let isPage: Bool
  /// Whether the answer was streamed, although no stream is requested.
  let isStream: Bool
  /// The first 400 bytes for error messages, if the body is not JSON.
  let start: String

  /// Maximum JSON nesting; valid responses nest only a few levels.
  static let depth = 64

  init(_ bytes: [UInt8], _ secrets: Secrets) {
    // Masked before the text is cut, because half a key is still a secret.
    let bytes = secrets.masked(bytes)
    let rest = Self.skippingComments(bytes[...])
    isPage = rest.first == UInt8(ascii: "<")
    let stream = EventStream(rest)
    isStream = stream != nil
    json =
      stream?.completion
      ?? (try? JSONValue(parsing: rest, limits: JSONReader.Limits(depth: Self.depth)))
    start = json == nil && !isPage ? String(decoding: rest.prefix(400), as: UTF8.self) : ""
  }

  var isEmpty: Bool { json == nil && !isPage && start.isEmpty }

  private static func skippingComments(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    while true {
      rest = rest.drop { $0 <= 0x20 }
      guard rest.first == UInt8(ascii: ":") else { return rest }
      rest = rest.drop { $0 != 0x0A }
    }
  }
}
