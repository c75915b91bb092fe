/// Collects the header fields of a response from the lines that libcurl passes on, within limits.
///
/// Interim responses (1xx) are dropped. So are trailers: lines after the body must not change fields before it. All of
/// them count towards the limits.
struct HeaderCollector {
  private enum Place {
    case statusLine
    case fields
    case trailers
  }

  /// The fields of the final response received so far.
  private(set) var headers = HTTPHeaders()
  private var place = Place.statusLine
  private var isInterim = false
  private var fieldCount = 0
  private var byteCount = 0
  private let maximumFields: Int
  private let maximumBytes: Int

  init(maximumFields: Int, maximumBytes: Int) {
    (self.maximumFields, self.maximumBytes) = (maximumFields, maximumBytes)
  }

  var isComplete: Bool { place == .trailers }

  /// Takes one line with its line break. Returns the limit that it exceeds; nil if there is none.
  mutating func take(_ line: UnsafeRawBufferPointer) -> HTTPError.HeaderLimit? {
    guard !line.isEmpty else { return nil }
    byteCount += line.count
    guard byteCount <= maximumBytes else { return .bytes(maximumBytes) }
    let text = HeaderCollector.trimmed(line[...])
    switch place {
    case .statusLine:
      let words = text.split(separator: UInt8(ascii: " "), maxSplits: 2)
      isInterim = words.count > 1 && words[1].count == 3 && words[1].first == UInt8(ascii: "1")
      headers = HTTPHeaders()
      place = .fields
    case .fields where line[0] == 0x0D || line[0] == 0x0A:
      place = isInterim ? .statusLine : .trailers
    case .fields:
      fieldCount += 1
      guard fieldCount <= maximumFields else { return .fields(maximumFields) }
      addField(line: line, text: text)
    case .trailers:
      fieldCount += 1
      guard fieldCount <= maximumFields else { return .fields(maximumFields) }
    }
    return nil
  }

  private mutating func addField(line: UnsafeRawBufferPointer, text: Slice<UnsafeRawBufferPointer>)
  {
    // A line that starts with white space continues the last one (RFC 9112, section 5.2).
    if line[0] == 0x20 || line[0] == 0x09 {
      headers.continueLast(String(decoding: text, as: UTF8.self))
      return
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return }
    headers.add(
      String(decoding: HeaderCollector.trimmed(text[..<colon]), as: UTF8.self),
      String(decoding: HeaderCollector.trimmed(text[(colon + 1)...]), as: UTF8.self))
  }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>)
    -> Slice<UnsafeRawBufferPointer>
  {
    func isSpace(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }) else {
      return bytes[..<bytes.startIndex]
    }
    let last = bytes.lastIndex { !isSpace($0) } ?? first
    return bytes[first...last]
  }
}
