/// A pull parser for XML in UTF-8 from a `ByteSource`, with little memory.
///
/// It returns tags and text in order, without attributes. Comments and processing instructions are left out. The names
/// in end tags are not compared with those in start tags. References to characters, and to the entities of HTML, are
/// resolved; a document type declaration is an error, so there are no other entities.
public struct XMLStream: ~Copyable {
  /// A tag, or a piece of text.
  public enum Event: Equatable, Sendable {
    /// A start tag's name, without the prefix of its namespace.
    case start(String)
    /// An end tag's name. An empty element produces this event too.
    case end(String)
    /// Text between two tags. Long text comes in pieces, which may split a character's bytes.
    case text([UInt8])
  }

  private let window: ByteWindow
  private let depthLimit: Int
  private let tagLimit: Int
  private var depth = 0
  /// The name of an empty element whose start was returned.
  private var open: String?
  private var isInSection = false

  /// Starts at the first byte of the source. Elements may be nested `depthLimit` deep, and a tag may have at most
  /// `tagLimit` bytes.
  public init(_ source: any ByteSource, depthLimit: Int = 256, tagLimit: Int = 1 << 16) {
    window = ByteWindow(source, capacity: 1 << 16, limit: max(tagLimit, 64))
    (self.depthLimit, self.tagLimit) = (depthLimit, max(tagLimit, 64))
  }

  /// Returns the next event; nil at the end of the text. Throws `XMLError`, or what the source throws.
  public mutating func next() throws -> Event? {
    if let name = open {
      open = nil
      depth -= 1
      return .end(name)
    }
    while try has(1) {
      if isInSection {
        if let piece = try piece(before: "]]>") { return .text(piece) }
        isInSection = false
        continue
      }
      let first = window.bytes[0]
      if first == UInt8(ascii: "&") { return .text(try reference()) }
      if first != UInt8(ascii: "<") { return .text(plainText()) }
      if try begins(with: "<!--") {
        try skip(to: "-->")
      } else if try begins(with: "<?") {
        try skip(to: "?>")
      } else if try begins(with: "<![CDATA[") {
        window.take(9)
        isInSection = true
      } else if try begins(with: "<!") {
        throw error(.declaration)
      } else {
        return try tag()
      }
    }
    if depth > 0 || isInSection { throw error(.endOfText) }
    return nil
  }

  private func error(_ reason: XMLError.Reason) -> XMLError {
    XMLError(reason: reason, offset: window.offset)
  }

  /// Reads until `count` bytes are in memory. Returns false if the window cannot hold that many or the source ends.
  private func has(_ count: Int) throws -> Bool {
    while window.bytes.count < count { if try !window.extend() { return false } }
    return true
  }

  private func begins(with text: StaticString) throws -> Bool {
    let length = text.utf8CodeUnitCount
    guard try has(length) else { return false }
    return window.bytes.has(text, at: 0)
  }

  /// Discards everything up to the end of a mark.
  private func skip(to mark: StaticString) throws {
    while try piece(before: mark) != nil {}
  }

  /// Returns the text up to a mark, in pieces; nil after the mark, which is discarded.
  private func piece(before mark: StaticString) throws -> [UInt8]? {
    let length = mark.utf8CodeUnitCount
    guard try has(length) else { throw error(.endOfText) }
    let bytes = window.bytes
    let end = bytes.first(mark, from: 0)
    if end == 0 {
      window.take(length)
      return nil
    }
    // The last bytes in memory may be the beginning of the mark.
    let text = Array(bytes[..<(end ?? bytes.count - length + 1)])
    window.take(text.count)
    return text
  }

  private func plainText() -> [UInt8] {
    let bytes = window.bytes
    let end = bytes.firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
    let text = Array(bytes[..<(end ?? bytes.count)])
    window.take(text.count)
    return text
  }

  /// Reads a reference such as `&amp;` or `&#233;`. An `&` that does not begin a reference stays as it is.
  private func reference() throws -> [UInt8] {
    _ = try has(16)
    let found = CharacterReferences.read(window.bytes, at: 0)
    window.take(found?.length ?? 1)
    return found.map { Array($0.scalar.utf8) } ?? [UInt8(ascii: "&")]
  }

  /// Reads a start or an end tag; a `>` in an attribute's value does not end it.
  private mutating func tag() throws -> Event {
    var end = 1
    var quote: UInt8?
    while true {
      guard try has(end + 1) else {
        throw error(window.isAtEnd ? .endOfText : .tooLong(limit: tagLimit))
      }
      let byte = window.bytes[end]
      if quote != nil {
        if byte == quote { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      } else if byte == UInt8(ascii: "<") {
        throw error(.tag)
      }
      end += 1
    }
    let isEnd = window.bytes[1] == UInt8(ascii: "/")
    let isEmpty = !isEnd && window.bytes[end - 1] == UInt8(ascii: "/")
    let whole = window.bytes[(isEnd ? 2 : 1)..<max(isEmpty ? end - 1 : end, isEnd ? 2 : 1)]
    let written = whole.prefix { $0 > 0x20 }
    guard !written.isEmpty else { throw error(.tag) }
    let local = written.lastIndex(of: UInt8(ascii: ":")).map { written[($0 + 1)...] } ?? written
    let name = String(decoding: local, as: UTF8.self)
    if isEnd {
      if depth == 0 { throw error(.endTag) }
      depth -= 1
      window.take(end + 1)
      return .end(name)
    }
    if depth == depthLimit { throw error(.tooDeep(limit: depthLimit)) }
    depth += 1
    if isEmpty { open = name }
    window.take(end + 1)
    return .start(name)
  }
}
