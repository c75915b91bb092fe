/// Builds the plain text of HTML for `HTMLText`: lines, white space, quotes and lists.
struct HTMLLayout {
  private var output: [UInt8] = []
  private var needsSpace = false
  /// Line breaks before the next text: 0, 1, or 2 for an empty line.
  private var breaks = 0
  private var quotes = 0
  private var preformatted = 0
  /// The next item number of each open list; nil for an unordered list.
  private var lists: [Int?] = []
  /// The mark of an item that has no text yet.
  private var itemMark: String?

  /// The greatest depth shown for quotes and lists.
  private static let depthLimit = 6

  /// Returns plain text without white space at its ends.
  static func text(_ bytes: Bytes) -> String {
    let text = bytes.drop { $0 <= 0x20 }
    let end = text.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? text.startIndex
    return String(decoding: text[..<end], as: UTF8.self)
  }

  mutating func finish() -> String {
    output.withUnsafeBufferPointer { Self.text($0) }
  }

  // MARK: - Text

  /// Adds text that may contain character references.
  mutating func add(_ bytes: Bytes) {
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "&"),
        let (scalar, length) = CharacterReferences.read(bytes, at: position)
      {
        add(scalar)
        position += length
      } else {
        add(byte)
        position += 1
      }
    }
  }

  /// Adds literal text.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    // Editors pad lines with no-break spaces.
    if scalar == "\u{A0}" { return add(0x20) }
    if scalar.isASCII { return add(UInt8(ascii: scalar)) }
    beginText()
    output.append(contentsOf: scalar.utf8)
  }

  private mutating func add(_ byte: UInt8) {
    switch byte {
    case 0x0A where preformatted > 0: breakLine()
    case 0x0D where preformatted > 0: break
    case 0x20, 0x09...0x0D:
      if preformatted > 0 {
        beginText()
        output.append(byte)
      } else {
        needsSpace = true
      }
    default:
      beginText()
      output.append(byte)
    }
  }

  /// Writes the breaks, marks and spaces due before the next text.
  private mutating func beginText() {
    let isFirst = output.isEmpty
    if breaks > 0, !isFirst {
      trimLine()
      for _ in 0..<breaks {
        output.append(0x0A)
      }
    }
    if breaks > 0 || isFirst {
      needsSpace = false
      for _ in 0..<min(quotes, Self.depthLimit) { output.append(contentsOf: "> ".utf8) }
      let indent = max(0, min(lists.count, Self.depthLimit) - 1)
      for _ in 0..<indent { output.append(contentsOf: "  ".utf8) }
    }
    breaks = 0
    if let mark = itemMark {
      output.append(contentsOf: mark.utf8)
      itemMark = nil
      needsSpace = false
    }
    if needsSpace, let last = output.last, last != 0x20, last != 0x0A { output.append(0x20) }
    needsSpace = false
  }

  private mutating func trimLine() {
    while output.last == 0x20 || output.last == 0x09 { output.removeLast() }
  }

  // MARK: - Lines and blocks

  /// Ends the line; a second call in a row leaves an empty line.
  mutating func breakLine() { breaks = min(breaks + 1, 2) }

  /// Begins a new line.
  mutating func beginBlock() { breaks = max(breaks, 1) }

  mutating func quote(ends: Bool) {
    beginBlock()
    quotes = max(0, quotes + (ends ? -1 : 1))
  }

  /// Begins or ends a text whose white space is kept.
  mutating func preformat(ends: Bool) {
    beginBlock()
    preformatted = max(0, preformatted + (ends ? -1 : 1))
  }

  mutating func beginList(first: Int?) {
    beginBlock()
    if lists.count < 1000 { lists.append(first) }
  }

  mutating func endList() {
    beginBlock()
    itemMark = nil
    _ = lists.popLast()
  }

  mutating func beginItem() {
    beginBlock()
    guard let list = lists.indices.last, let number = lists[list] else {
      itemMark = "- "
      return
    }
    itemMark = "\(number). "
    lists[list] = number &+ 1
  }

  // MARK: - Links and mentions

  /// Returns the position of the next text.
  mutating func beginSpan() -> Int {
    if preformatted == 0 { beginText() }
    return output.count
  }

  /// Puts an `@` before a mention that has neither `@` nor `#`.
  mutating func markMention(from start: Int) {
    let label = output.dropFirst(start)
    guard let first = label.first, first != UInt8(ascii: "@"), first != UInt8(ascii: "#") else {
      return
    }
    output.insert(UInt8(ascii: "@"), at: start)
  }

  /// Adds a link's address if the label does not already show it.
  mutating func addAddress(_ address: String, afterLabelFrom start: Int) {
    let label = String(decoding: output.dropFirst(start), as: UTF8.self)
    guard let shown = LinkText.address(address, besides: label) else { return }
    if label.isEmpty { add(shown) } else { add(" (\(shown))") }
  }
}
