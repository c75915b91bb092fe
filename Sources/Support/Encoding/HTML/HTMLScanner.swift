/// Splits HTML into tags and the text between them.
///
/// A `<` that does not begin a tag, comment or declaration, or whose tag never ends, is text. The time is linear.
package struct HTMLScanner {
  private let bytes: Bytes
  private var position = 0
  /// Whether no further `>` follows.
  private var isPastTags = false
  private var commentEnds = ForwardSearch("-->")

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// A tag or a run of text.
  package enum Token {
    /// Text with unresolved character references.
    case text(Range<Int>)
    case tag(Tag)
  }

  package struct Tag {
    /// The name in lower case.
    package let name: String
    /// Whether this is `</name>`.
    package let isEnd: Bool
    /// Whether the tag ends in `/>`.
    package let isEmpty: Bool
    fileprivate let attributes: Bytes
  }

  /// The offset of the next token.
  package var offset: Int { position }

  /// Returns the next token, or nil at the end.
  package mutating func next() -> Token? {
    while position < bytes.count {
      let start = position
      if bytes[start] == UInt8(ascii: "<") {
        switch takeMarkup() {
        case .tag(let tag): return .tag(tag)
        case .nothing: continue
        case .text: break
        }
      }
      position = nextMark(from: start + 1)
      return .text(start..<position)
    }
    return nil
  }

  /// Returns the HTML from the tag just read to the end of its element, and skips that.
  package mutating func inside(_ element: Tag) -> String {
    let start = position
    var depth = 1
    var end = start
    while depth > 0 {
      end = position
      guard let token = next() else { break }
      guard case .tag(let tag) = token, tag.name == element.name, !tag.isEmpty else { continue }
      depth += tag.isEnd ? -1 : 1
    }
    return TextEncoding.string(Bytes(rebasing: bytes[start..<end]))
  }

  private func nextMark(from start: Int) -> Int {
    if isPastTags { return bytes.count }
    return bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
  }

  private enum Markup {
    case tag(Tag)
    /// A comment or declaration, already skipped.
    case nothing
    case text
  }

  private mutating func takeMarkup() -> Markup {
    guard position + 1 < bytes.count, !isPastTags else { return .text }
    switch bytes[position + 1] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return takeDeclaration() ? .nothing : .text
    case UInt8(ascii: "/"):
      guard position + 2 < bytes.count, bytes[position + 2].isASCIILetter else { return .text }
      return takeTag(nameAt: position + 2, isEnd: true).map(Markup.tag) ?? .text
    case let byte where byte.isASCIILetter:
      return takeTag(nameAt: position + 1, isEnd: false).map(Markup.tag) ?? .text
    default: return .text
    }
  }

  /// Skips a comment or `<!…>`.
  private mutating func takeDeclaration() -> Bool {
    if bytes.has("<!--", at: position),
      let end = commentEnds.first(in: bytes, from: position + 4)
    {
      position = end + 3
      return true
    }
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
      isPastTags = true
      return false
    }
    position = end + 1
    return true
  }

  private mutating func takeTag(nameAt start: Int, isEnd: Bool) -> Tag? {
    var place = start
    while place < bytes.count, Self.isNameByte(bytes[place]) { place += 1 }
    let name = String(decoding: bytes[start..<place], as: UTF8.self).lowercased()
    guard let end = tagEnd(from: place) else {
      isPastTags = true
      return nil
    }
    position = end + 1
    return Tag(
      name: name, isEnd: isEnd, isEmpty: end > place && bytes[end - 1] == UInt8(ascii: "/"),
      attributes: Bytes(rebasing: bytes[place..<end]))
  }

  /// The `>` that ends a tag: the first one outside quotes, or the next one if a quote does not close.
  private func tagEnd(from start: Int) -> Int? {
    var quote: UInt8?
    for place in start..<bytes.count {
      let byte = bytes[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return place
      }
    }
    return bytes[start...].firstIndex(of: UInt8(ascii: ">"))
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-:_".utf8.contains(byte)
  }
}

extension HTMLScanner.Tag {
  /// The value of an attribute with character references resolved, or nil if the tag does not have it.
  package subscript(wanted: String) -> String? {
    var rest = attributes[...]
    while true {
      rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
      guard !rest.isEmpty else { return nil }
      let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
      rest = rest[name.endIndex...].drop { $0 <= 0x20 }
      var value = rest[..<rest.startIndex]
      if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst().drop { $0 <= 0x20 }
        if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest[value.endIndex...].dropFirst()
        } else {
          value = rest.prefix { $0 > 0x20 }
          rest = rest[value.endIndex...]
        }
      }
      if name.elementsEqual(wanted.utf8) {
        return CharacterReferences.resolve(String(decoding: value, as: UTF8.self))
      }
    }
  }

  /// Whether the attribute `class` contains a word.
  package func hasClass(_ word: String) -> Bool {
    self["class"]?.split(separator: " ").contains { $0 == word } ?? false
  }
}
